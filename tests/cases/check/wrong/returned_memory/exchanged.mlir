// The two arguments are returned in the other order.
// input: A = 1, B = 1: the caller stores to the first result, and B changes instead of A.
func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %zero, %A[%i] : memref<4xf32>
    affine.store %zero, %B[%i] : memref<4xf32>
  }
  return %A, %B : memref<4xf32>, memref<4xf32>
}

// -----

func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %zero, %A[%i] : memref<4xf32>
    affine.store %zero, %B[%i] : memref<4xf32>
  }
  return %B, %A : memref<4xf32>, memref<4xf32>
}
