// The stack memory of the called function is allocated once for all iterations and keeps its old contents.
// input: A = 1: B = 1, 1, ..., and 1, 2, ... after it.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    %t = memref.alloca() : memref<1xi32>
    affine.store %zero, %t[0] : memref<1xi32>
    %x = affine.load %A[%i] : memref<4xi32>
    %o = affine.load %t[0] : memref<1xi32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %t[0] : memref<1xi32>
    affine.store %n, %B[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloca() : memref<1xi32>
  affine.store %zero, %t[0] : memref<1xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xi32>
    %o = affine.load %t[0] : memref<1xi32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %t[0] : memref<1xi32>
    affine.store %n, %B[%i] : memref<4xi32>
  }
  return
}
