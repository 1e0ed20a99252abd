// The nested loop of each iteration runs up to the first cell of the next row.
// input: A = 0, 1, 2, ...: row 0 reads A[4], which row 1 writes.
func.func @rows(%A: memref<17xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i * 4 + %j + 1] : memref<17xi32>
      affine.store %x, %A[%i * 4 + %j] : memref<17xi32>
    }
  }
  return
}

// -----

func.func @rows(%A: memref<17xi32>) {
  affine.parallel (%i) = (0) to (4) {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i * 4 + %j + 1] : memref<17xi32>
      affine.store %x, %A[%i * 4 + %j] : memref<17xi32>
    }
  }
  return
}
