// The dependence (1, 1) stays positive.
func.func @f(%A: memref<6x6xi32>) {
  affine.for %i = 1 to 6 {
    affine.for %j = 1 to 6 {
      %x = affine.load %A[%i - 1, %j - 1] : memref<6x6xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%i, %j] : memref<6x6xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<6x6xi32>) {
  affine.for %j = 1 to 6 {
    affine.for %i = 1 to 6 {
      %x = affine.load %A[%i - 1, %j - 1] : memref<6x6xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%i, %j] : memref<6x6xi32>
    }
  }
  return
}
