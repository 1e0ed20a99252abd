// The second copy of the body keeps the row of the first.
// input: A = 1: C[1, 0] stays 0.
func.func @twice(%A: memref<4x4xf32>, %C: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xf32>
      affine.store %x, %C[%i, %j] : memref<4x4xf32>
    }
  }
  return
}

// -----

func.func @twice(%A: memref<4x4xf32>, %C: memref<4x4xf32>) {
  affine.for %i = 0 to 4 step 2 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xf32>
      affine.store %x, %C[%i, %j] : memref<4x4xf32>
      %y = affine.load %A[%i, %j] : memref<4x4xf32>
      affine.store %y, %C[%i, %j] : memref<4x4xf32>
    }
  }
  return
}
