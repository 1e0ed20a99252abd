// A copy with exchanged indices becomes a plain copy.
// input: A[0, 1] = 1, else 0: B[1, 0] is 1, and 0 after it.
func.func @transpose(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xf32>
      affine.store %x, %B[%j, %i] : memref<4x4xf32>
    }
  }
  return
}

// -----

func.func @transpose(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  memref.copy %A, %B : memref<4x4xf32> to memref<4x4xf32>
  return
}
