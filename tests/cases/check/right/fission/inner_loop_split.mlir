// The initialisation of each row moves into a loop of its own.
func.func @f(%A: memref<4x4xi32>, %r: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.store %zero, %r[%i] : memref<4xi32>
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
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.store %zero, %r[%i] : memref<4xi32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xi32>
      %o = affine.load %r[%i] : memref<4xi32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %r[%i] : memref<4xi32>
    }
  }
  return
}
