// The transposition is dropped.
// input: v(0, 1) = 1, else 0: (1, 0) is 1, and (0, 1) after it.
func.func @f(%v_in: memref<4x4xf32>) -> vector<4x4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  %t = vector.transpose %v, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  return %t : vector<4x4xf32>
}

// -----

func.func @f(%v_in: memref<4x4xf32>) -> vector<4x4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  return %v : vector<4x4xf32>
}
