// No row reads another one.
func.func @f(%A: memref<4x6xf32>, %B: memref<4x6xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i, %j] : memref<4x6xf32>
      affine.store %x, %B[%i, %j] : memref<4x6xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x6xf32>, %B: memref<4x6xf32>) {
  affine.for %i = 0 to 4 step 2 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i, %j] : memref<4x6xf32>
      affine.store %x, %B[%i, %j] : memref<4x6xf32>
      %y = affine.load %A[%i + 1, %j] : memref<4x6xf32>
      affine.store %y, %B[%i + 1, %j] : memref<4x6xf32>
    }
  }
  return
}
