// The stored cell does not depend on the second of the parallel indices.
// input: A[0, j] = j: B[0] may be any of them, not only the last.
func.func @keep(%A: memref<4x6xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i, %j] : memref<4x6xf32>
      affine.store %x, %B[%i] : memref<4xf32>
    }
  }
  return
}

// -----

func.func @keep(%A: memref<4x6xf32>, %B: memref<4xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (4, 6) {
    %x = affine.load %A[%i, %j] : memref<4x6xf32>
    affine.store %x, %B[%i] : memref<4xf32>
  }
  return
}
