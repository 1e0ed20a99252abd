// A cell that carries a value from iteration to iteration becomes private to each.
// input: A = 1: B[7] is 8, and 1 after it.
func.func @sums(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloca() : memref<i32>
  affine.store %zero, %t[] : memref<i32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %o = affine.load %t[] : memref<i32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %t[] : memref<i32>
    affine.store %n, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @sums(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.parallel (%i) = (0) to (8) {
    %t = memref.alloca() : memref<i32>
    affine.store %zero, %t[] : memref<i32>
    %x = affine.load %A[%i] : memref<8xi32>
    %o = affine.load %t[] : memref<i32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %t[] : memref<i32>
    affine.store %n, %B[%i] : memref<8xi32>
  }
  return
}
