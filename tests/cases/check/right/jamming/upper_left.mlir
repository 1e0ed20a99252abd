// A row needs the column before, which the jam has written in an earlier iteration.
func.func @f(%A: memref<5x6xi32>) {
  affine.for %i = 1 to 5 {
    affine.for %j = 1 to 6 {
      %x = affine.load %A[%i - 1, %j - 1] : memref<5x6xi32>
      affine.store %x, %A[%i, %j] : memref<5x6xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<5x6xi32>) {
  affine.for %i = 1 to 5 step 2 {
    affine.for %j = 1 to 6 {
      %x = affine.load %A[%i - 1, %j - 1] : memref<5x6xi32>
      affine.store %x, %A[%i, %j] : memref<5x6xi32>
      %y = affine.load %A[%i, %j - 1] : memref<5x6xi32>
      affine.store %y, %A[%i + 1, %j] : memref<5x6xi32>
    }
  }
  return
}
