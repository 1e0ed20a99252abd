// The columns are within the memref and the rows are not; the promise is for the rows.
// input: A = 1: lane (3, 0) is 0; after it the memory past the end is read.
func.func @f(%A: memref<3x4xf32>) -> vector<4x4xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c0, %c0], %z {in_bounds = [false, true]} : memref<3x4xf32>, vector<4x4xf32>
  return %x : vector<4x4xf32>
}

// -----

func.func @f(%A: memref<3x4xf32>) -> vector<4x4xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c0, %c0], %z {in_bounds = [true, true]} : memref<3x4xf32>, vector<4x4xf32>
  return %x : vector<4x4xf32>
}
