// The loop yields the number that it got.
// input: A = 1, s = 0: 4, and 0 after it.
func.func @f(%A: memref<4xi32>, %s: i32) -> i32 {
  %r = affine.for %i = 0 to 4 iter_args(%t = %s) -> (i32) {
    %x = affine.load %A[%i] : memref<4xi32>
    %n = arith.addi %t, %x : i32
    affine.yield %n : i32
  }
  return %r : i32
}

// -----

func.func @f(%A: memref<4xi32>, %s: i32) -> i32 {
  %r = affine.for %i = 0 to 4 iter_args(%t = %s) -> (i32) {
    %x = affine.load %A[%i] : memref<4xi32>
    %n = arith.addi %t, %x : i32
    affine.yield %t : i32
  }
  return %r : i32
}
