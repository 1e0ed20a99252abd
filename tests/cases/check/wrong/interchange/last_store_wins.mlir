// Iterations of the outer loop store to the same cells, and another one is now the last.
// input: A[0, 1] = 1, A[1, 0] = 2: D[1] is 2, and 1 after it.
func.func @diagonals(%A: memref<6x6xf32>, %D: memref<11xf32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i, %j] : memref<6x6xf32>
      affine.store %x, %D[%i + %j] : memref<11xf32>
    }
  }
  return
}

// -----

func.func @diagonals(%A: memref<6x6xf32>, %D: memref<11xf32>) {
  affine.for %j = 0 to 6 {
    affine.for %i = 0 to 6 {
      %x = affine.load %A[%i, %j] : memref<6x6xf32>
      affine.store %x, %D[%i + %j] : memref<11xf32>
    }
  }
  return
}
