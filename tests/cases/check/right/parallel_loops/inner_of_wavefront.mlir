// The cells of one antidiagonal do not need each other.
func.func @f(%A: memref<5x5xi32>) {
  affine.for %i = 1 to 5 {
    affine.for %j = 1 to 5 {
      %x = affine.load %A[%i - 1, %j] : memref<5x5xi32>
      %y = affine.load %A[%i, %j - 1] : memref<5x5xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %A[%i, %j] : memref<5x5xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<5x5xi32>) {
  affine.for %d = 2 to 9 {
    affine.parallel (%i) = (max(%d - 4, 1)) to (min(%d, 5)) {
      %x = affine.load %A[%i - 1, %d - %i] : memref<5x5xi32>
      %y = affine.load %A[%i, %d - %i - 1] : memref<5x5xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %A[%i, %d - %i] : memref<5x5xi32>
    }
  }
  return
}
