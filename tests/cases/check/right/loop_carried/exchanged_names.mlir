// Both carried numbers are exchanged everywhere.
func.func @f(%A: memref<8xi32>, %s: i32, %p: i32) -> (i32, i32) {
  %r:2 = affine.for %i = 0 to 8 iter_args(%t = %s, %u = %p) -> (i32, i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %t, %x : i32
    %m = arith.muli %u, %x : i32
    affine.yield %n, %m : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

func.func @f(%A: memref<8xi32>, %s: i32, %p: i32) -> (i32, i32) {
  %r:2 = affine.for %i = 0 to 8 iter_args(%u = %p, %t = %s) -> (i32, i32) {
    %x = affine.load %A[%i] : memref<8xi32>
    %n = arith.addi %t, %x : i32
    %m = arith.muli %u, %x : i32
    affine.yield %m, %n : i32, i32
  }
  return %r#1, %r#0 : i32, i32
}
