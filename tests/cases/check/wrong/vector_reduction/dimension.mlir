// The reduction runs over rows instead of columns.
// input: v = ((1, 2), (3, 4)): 3, 7, and 4, 6 after it.
func.func @f(%v_in: memref<2x2xi32>, %a_in: memref<2xi32>) -> vector<2xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %a = vector.load %a_in[%at] : memref<2xi32>, vector<2xi32>
  %r = vector.multi_reduction <add>, %v, %a [1] : vector<2x2xi32> to vector<2xi32>
  return %r : vector<2xi32>
}

// -----

func.func @f(%v_in: memref<2x2xi32>, %a_in: memref<2xi32>) -> vector<2xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<2x2xi32>, vector<2x2xi32>
  %a = vector.load %a_in[%at] : memref<2xi32>, vector<2xi32>
  %r = vector.multi_reduction <add>, %v, %a [0] : vector<2x2xi32> to vector<2xi32>
  return %r : vector<2xi32>
}
