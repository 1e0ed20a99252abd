// The operands of an outer product are exchanged.
// input: a = (1, 0), b = (0, 1): (0, 1) is 1, and (1, 0) after it.
func.func @f(%a_in: memref<2xi32>, %b_in: memref<2xi32>) -> vector<2x2xi32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<2xi32>, vector<2xi32>
  %b = vector.load %b_in[%at] : memref<2xi32>, vector<2xi32>
  %r = vector.outerproduct %a, %b : vector<2xi32>, vector<2xi32>
  return %r : vector<2x2xi32>
}

// -----

func.func @f(%a_in: memref<2xi32>, %b_in: memref<2xi32>) -> vector<2x2xi32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<2xi32>, vector<2xi32>
  %b = vector.load %b_in[%at] : memref<2xi32>, vector<2xi32>
  %r = vector.outerproduct %b, %a : vector<2xi32>, vector<2xi32>
  return %r : vector<2x2xi32>
}
