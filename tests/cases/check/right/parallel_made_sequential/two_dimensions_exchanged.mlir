// The iterations of a parallel loop over two dimensions may run column by column.
func.func @f(%A: memref<4x6xf32>, %B: memref<4x6xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (4, 6) {
    %x = affine.load %A[%i, %j] : memref<4x6xf32>
    affine.store %x, %B[%i, %j] : memref<4x6xf32>
  }
  return
}

// -----

func.func @f(%A: memref<4x6xf32>, %B: memref<4x6xf32>) {
  affine.for %j = 0 to 6 {
    affine.for %i = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x6xf32>
      affine.store %x, %B[%i, %j] : memref<4x6xf32>
    }
  }
  return
}
