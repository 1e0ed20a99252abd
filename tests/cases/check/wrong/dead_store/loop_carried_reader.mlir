// The next iteration reads the cell that this one stores last.
// input: A = 1, t = 0: B[7] is 7, and 0 after it.
func.func @carried(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloca() : memref<1xi32>
  affine.store %zero, %t[0] : memref<1xi32>
  affine.for %i = 0 to 8 {
    %o = affine.load %t[0] : memref<1xi32>
    affine.store %o, %B[%i] : memref<8xi32>
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %t[0] : memref<1xi32>
  }
  return
}

// -----

func.func @carried(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloca() : memref<1xi32>
  affine.store %zero, %t[0] : memref<1xi32>
  affine.for %i = 0 to 8 {
    %o = affine.load %t[0] : memref<1xi32>
    affine.store %o, %B[%i] : memref<8xi32>
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %o, %x : i32
  }
  return
}
