// A vector is repeated along the other dimension.
// input: v = 0, 1: (1, 0) is 0, and 1 after it.
func.func @f(%v_in: memref<2xi32>) -> vector<2x2xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<2xi32>, vector<2xi32>
  %b = vector.broadcast %v : vector<2xi32> to vector<2x2xi32>
  return %b : vector<2x2xi32>
}

// -----

func.func @f(%v_in: memref<2xi32>) -> vector<2x2xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<2xi32>, vector<2xi32>
  %c = vector.broadcast %v : vector<2xi32> to vector<2x2xi32>
  %b = vector.transpose %c, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
  return %b : vector<2x2xi32>
}
