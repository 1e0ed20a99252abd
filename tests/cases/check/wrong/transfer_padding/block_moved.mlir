// The block begins one column later, and its last column is padding.
// input: A = 1: lane (0, 3) is 1, and 0 after it.
func.func @f(%A: memref<3x6xf32>) -> vector<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c0, %c2], %z : memref<3x6xf32>, vector<4x4xf32>
  return %x : vector<4x4xf32>
}

// -----

func.func @f(%A: memref<3x6xf32>) -> vector<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c0, %c3], %z : memref<3x6xf32>, vector<4x4xf32>
  return %x : vector<4x4xf32>
}
