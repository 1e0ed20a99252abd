// The permutation of three dimensions is inverted.
// input: v(0, 0, 1) = 1, else 0: (1, 0, 0) is 1, and (0, 1, 0) after it.
func.func @f(%v_in: memref<2x2x2xi32>) -> vector<2x2x2xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at, %at] : memref<2x2x2xi32>, vector<2x2x2xi32>
  %t = vector.transpose %v, [2, 0, 1] : vector<2x2x2xi32> to vector<2x2x2xi32>
  return %t : vector<2x2x2xi32>
}

// -----

func.func @f(%v_in: memref<2x2x2xi32>) -> vector<2x2x2xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at, %at] : memref<2x2x2xi32>, vector<2x2x2xi32>
  %t = vector.transpose %v, [1, 2, 0] : vector<2x2x2xi32> to vector<2x2x2xi32>
  return %t : vector<2x2x2xi32>
}
