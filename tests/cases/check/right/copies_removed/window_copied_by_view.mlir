// A copy of a window is a loop over it.
func.func @f(%A: memref<4x8xf32>, %B: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j + 2] : memref<4x8xf32>
      affine.store %x, %B[%i, %j] : memref<4x4xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x8xf32>, %B: memref<4x4xf32>) {
  %v = memref.subview %A[0, 2] [4, 4] [1, 1] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 2>>
  memref.copy %v, %B : memref<4x4xf32, strided<[8, 1], offset: 2>> to memref<4x4xf32>
  return
}
