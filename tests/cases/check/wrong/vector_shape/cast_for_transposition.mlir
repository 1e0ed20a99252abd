// A transposition becomes a cast of the shape, which keeps the order of the lanes.
// input: v(0, 1) = 1, else 0: (1, 0) is 1, and (0, 1) after it.
func.func @f(%v_in: memref<2x3xi32>) -> vector<3x2xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<2x3xi32>, vector<2x3xi32>
  %t = vector.transpose %v, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  return %t : vector<3x2xi32>
}

// -----

func.func @f(%v_in: memref<2x3xi32>) -> vector<3x2xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<2x3xi32>, vector<2x3xi32>
  %t = vector.shape_cast %v : vector<2x3xi32> to vector<3x2xi32>
  return %t : vector<3x2xi32>
}
