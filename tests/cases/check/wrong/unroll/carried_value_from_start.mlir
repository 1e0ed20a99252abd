// The second copy of the body continues from the value at the start of the iteration.
// input: A = 1: 8, and 4 after it.
func.func @sum(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 8 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %t, %x : i32
    affine.yield %n : i32
  }
  return %s : i32
}

// -----

func.func @sum(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 8 step 2 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %t, %x : i32
    %y = affine.load %A[%i + 1] : memref<8xi32>
    %m = arith.addi %t, %y : i32
    affine.yield %m : i32
  }
  return %s : i32
}
