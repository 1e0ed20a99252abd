// Columns are independent, and each runs down its rows in order.
func.func @f(%A: memref<6x5xi32>) {
  affine.for %i = 1 to 6 {
    affine.for %j = 0 to 5 {
      %x = affine.load %A[%i - 1, %j] : memref<6x5xi32>
      %y = affine.load %A[%i, %j] : memref<6x5xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %A[%i, %j] : memref<6x5xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<6x5xi32>) {
  affine.parallel (%j) = (0) to (5) {
    affine.for %i = 1 to 6 {
      %x = affine.load %A[%i - 1, %j] : memref<6x5xi32>
      %y = affine.load %A[%i, %j] : memref<6x5xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %A[%i, %j] : memref<6x5xi32>
    }
  }
  return
}
