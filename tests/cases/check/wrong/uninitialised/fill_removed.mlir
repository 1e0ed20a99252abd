// Memory that is summed up is no longer filled.
// input: A = 1: B[0] is 1, and anything after it.
func.func @sum(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %m = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %m[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %o = affine.load %m[%i] : memref<8xi32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %B[%i] : memref<8xi32>
  }
  memref.dealloc %m : memref<8xi32>
  return
}

// -----

func.func @sum(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %m = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %o = affine.load %m[%i] : memref<8xi32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %B[%i] : memref<8xi32>
  }
  memref.dealloc %m : memref<8xi32>
  return
}
