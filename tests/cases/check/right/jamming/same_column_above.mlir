// A row needs the same column of the row above, which the jam has just written.
func.func @f(%A: memref<5x4xi32>) {
  affine.for %i = 1 to 5 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i - 1, %j] : memref<5x4xi32>
      affine.store %x, %A[%i, %j] : memref<5x4xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<5x4xi32>) {
  affine.for %i = 1 to 5 step 2 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i - 1, %j] : memref<5x4xi32>
      affine.store %x, %A[%i, %j] : memref<5x4xi32>
      %y = affine.load %A[%i, %j] : memref<5x4xi32>
      affine.store %y, %A[%i + 1, %j] : memref<5x4xi32>
    }
  }
  return
}
