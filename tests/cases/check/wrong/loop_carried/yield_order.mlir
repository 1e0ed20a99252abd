// The loop yields its numbers in the other order.
// input: A = 1, 2, 3, 4: the sum is 10 and the last number 4; after it they alternate.
func.func @f(%A: memref<4xi32>, %s: i32, %l: i32) -> (i32, i32) {
  %r:2 = affine.for %i = 0 to 4 iter_args(%t = %s, %u = %l) -> (i32, i32) {
    %x = affine.load %A[%i] : memref<4xi32>
    %n = arith.addi %t, %x : i32
    affine.yield %n, %x : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

func.func @f(%A: memref<4xi32>, %s: i32, %l: i32) -> (i32, i32) {
  %r:2 = affine.for %i = 0 to 4 iter_args(%t = %s, %u = %l) -> (i32, i32) {
    %x = affine.load %A[%i] : memref<4xi32>
    %n = arith.addi %t, %x : i32
    affine.yield %x, %n : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
