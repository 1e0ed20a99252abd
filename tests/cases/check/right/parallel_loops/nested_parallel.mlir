// Rows are parallel, and so are the cells of each.
func.func @f(%A: memref<4x4xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x4xi32>) {
  affine.parallel (%i) = (0) to (4) {
    affine.parallel (%j) = (0) to (4) {
      %x = affine.load %A[%i, %j] : memref<4x4xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%i, %j] : memref<4x4xi32>
    }
  }
  return
}
