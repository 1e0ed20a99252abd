// The reset of a sum moves out of the loop over rows.
// input: A = 1: r[1] is 4, and 8 after it.
func.func @rows(%A: memref<4x4xi32>, %r: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloca() : memref<i32>
  affine.for %i = 0 to 4 {
    affine.store %zero, %t[] : memref<i32>
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xi32>
      %o = affine.load %t[] : memref<i32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %t[] : memref<i32>
    }
    %s = affine.load %t[] : memref<i32>
    affine.store %s, %r[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @rows(%A: memref<4x4xi32>, %r: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloca() : memref<i32>
  affine.store %zero, %t[] : memref<i32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xi32>
      %o = affine.load %t[] : memref<i32>
      %n = arith.addi %o, %x : i32
      affine.store %n, %t[] : memref<i32>
    }
    %s = affine.load %t[] : memref<i32>
    affine.store %s, %r[%i] : memref<4xi32>
  }
  return
}
