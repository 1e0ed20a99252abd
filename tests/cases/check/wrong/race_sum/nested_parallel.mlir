// The inner loop is parallel within a parallel one, and adds to a cell of the outer.
// input: A = 1: (0, 0) and (0, 1) both load r[0] = 0.
func.func @f(%A: memref<4x4xi32>, %r: memref<4xi32>) {
  affine.parallel (%i) = (0) to (4) {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xi32>
      %o = affine.load %r[%i] : memref<4xi32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %r[%i] : memref<4xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x4xi32>, %r: memref<4xi32>) {
  affine.parallel (%i) = (0) to (4) {
    affine.parallel (%j) = (0) to (4) {
      %x = affine.load %A[%i, %j] : memref<4x4xi32>
      %o = affine.load %r[%i] : memref<4xi32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %r[%i] : memref<4xi32>
    }
  }
  return
}
