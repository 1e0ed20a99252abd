// A cell depends on the one above and to the right, so that rows may not become the inner loop.
// input: row 0 = 0, 1, ..., 5, else 0: A[2, 0] is 2, and 0 after it.
func.func @slope(%A: memref<6x6xi32>) {
  affine.for %i = 1 to 6 {
    affine.for %j = 0 to 5 {
      %x = affine.load %A[%i - 1, %j + 1] : memref<6x6xi32>
      affine.store %x, %A[%i, %j] : memref<6x6xi32>
    }
  }
  return
}

// -----

func.func @slope(%A: memref<6x6xi32>) {
  affine.for %j = 0 to 5 {
    affine.for %i = 1 to 6 {
      %x = affine.load %A[%i - 1, %j + 1] : memref<6x6xi32>
      affine.store %x, %A[%i, %j] : memref<6x6xi32>
    }
  }
  return
}
