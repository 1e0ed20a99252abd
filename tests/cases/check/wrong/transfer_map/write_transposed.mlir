// The block is written with its transposition.
// input: v(0, 1) = 1, else 0: A[0, 1] is 1, and A[1, 0] after it.
func.func @f(%A: memref<4x4xf32>, %v_in: memref<4x4xf32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %A[%c0, %c0] {in_bounds = [true, true] } : vector<4x4xf32>, memref<4x4xf32>
  return
}

// -----

func.func @f(%A: memref<4x4xf32>, %v_in: memref<4x4xf32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %A[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)> } : vector<4x4xf32>, memref<4x4xf32>
  return
}
