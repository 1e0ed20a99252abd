// Sums of integers without flags may be regrouped.
func.func @f(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %i = 0 to 8 iter_args(%t = %zero) -> (i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %t, %x : i32
    affine.yield %n : i32
  }
  return %s : i32
}

// -----

func.func @f(%A: memref<8xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %p:2 = affine.for %i = 0 to 8 step 2 iter_args(%t = %zero, %u = %zero) -> (i32, i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %t, %x : i32
    %y = affine.load %A[%i + 1] : memref<8xi32>
    %m = arith.addi %u, %y : i32
    affine.yield %n, %m : i32, i32
  }
  %s = arith.addi %p#0, %p#1 : i32
  return %s : i32
}
