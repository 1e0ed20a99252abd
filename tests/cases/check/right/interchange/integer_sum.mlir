// A sum of integers may be computed in any order.
func.func @f(%A: memref<4x4xi64>, %s: memref<i64>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xi64>
      %o = affine.load %s[] : memref<i64>
      %n = arith.addi %o, %x : i64
      affine.store %n, %s[] : memref<i64>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x4xi64>, %s: memref<i64>) {
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xi64>
      %o = affine.load %s[] : memref<i64>
      %n = arith.addi %o, %x : i64
      affine.store %n, %s[] : memref<i64>
    }
  }
  return
}
