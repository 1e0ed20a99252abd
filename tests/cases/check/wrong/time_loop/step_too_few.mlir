// The last of five steps is missing.
// input: A = 1, 0, 0, 0, 0, 0: A[5] is 1, and 0 after it.
func.func @shift(%A: memref<6xf64>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 6 {
      %x = affine.load %A[5 - %i] : memref<6xf64>
      affine.store %x, %A[6 - %i] : memref<6xf64>
    }
  }
  return
}

// -----

func.func @shift(%A: memref<6xf64>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 6 {
      %x = affine.load %A[5 - %i] : memref<6xf64>
      affine.store %x, %A[6 - %i] : memref<6xf64>
    }
  }
  return
}
