// The cell that a loop updates is kept in a register, and another cell of the loop is the same one.
// input: A = 1: the fourth iteration doubles A[3], which ends as 12, and as 9 after it.
func.func @keep(%A: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %o = affine.load %A[3] : memref<8xi32>
    %n = arith.addi %o, %x : i32
    affine.store %n, %A[3] : memref<8xi32>
  }
  return
}

// -----

func.func @keep(%A: memref<8xi32>) {
  %o = affine.load %A[3] : memref<8xi32>
  %n = affine.for %i = 0 to 8 iter_args(%t = %o) -> (i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %m = arith.addi %t, %x : i32
    affine.yield %m : i32
  }
  affine.store %n, %A[3] : memref<8xi32>
  return
}
