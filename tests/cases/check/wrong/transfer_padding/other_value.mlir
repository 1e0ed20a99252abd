// The lanes past the end get another number.
// input: A = 5: lanes 2 and 3 are 0, and 1 after it.
func.func @f(%A: memref<6xf32>) -> vector<4xf32> {
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c4], %p : memref<6xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// -----

func.func @f(%A: memref<6xf32>) -> vector<4xf32> {
  %c4 = arith.constant 4 : index
  %p = arith.constant 1.0 : f32
  %x = vector.transfer_read %A[%c4], %p : memref<6xf32>, vector<4xf32>
  return %x : vector<4xf32>
}
