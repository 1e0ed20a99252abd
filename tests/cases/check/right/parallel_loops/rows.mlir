// Each iteration of the outer loop has its own row and its own sum.
func.func @f(%A: memref<6x8xi32>, %r: memref<6xi32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      %x = affine.load %A[%i, %j] : memref<6x8xi32>
      %o = affine.load %r[%i] : memref<6xi32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %r[%i] : memref<6xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<6x8xi32>, %r: memref<6xi32>) {
  affine.parallel (%i) = (0) to (6) {
    affine.for %j = 0 to 8 {
      %x = affine.load %A[%i, %j] : memref<6x8xi32>
      %o = affine.load %r[%i] : memref<6xi32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %r[%i] : memref<6xi32>
    }
  }
  return
}
