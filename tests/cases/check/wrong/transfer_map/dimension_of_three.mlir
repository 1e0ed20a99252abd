// A vector along the first of three dimensions is read along the second.
// input: A[1, 0, 0] = 1, else 0: lane 1 is 1, and 0 after it.
func.func @f(%A: memref<3x3x3xf32>, %B: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c0, %c0, %c0], %z {in_bounds = [true], permutation_map = affine_map<(d0, d1, d2) -> (d0)>} : memref<3x3x3xf32>, vector<3xf32>
  vector.transfer_write %x, %B[%c0] {in_bounds = [true]} : vector<3xf32>, memref<3xf32>
  return
}

// -----

func.func @f(%A: memref<3x3x3xf32>, %B: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c0, %c0, %c0], %z {in_bounds = [true], permutation_map = affine_map<(d0, d1, d2) -> (d1)>} : memref<3x3x3xf32>, vector<3xf32>
  vector.transfer_write %x, %B[%c0] {in_bounds = [true]} : vector<3xf32>, memref<3xf32>
  return
}
