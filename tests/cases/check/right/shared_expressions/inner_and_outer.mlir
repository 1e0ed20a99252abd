// The value before the loop is that of each iteration.
func.func @f(%A: memref<8xi32>, %a: i32, %b: i32) -> i32 {
  %p = arith.muli %a, %b : i32
  affine.for %i = 0 to 8 {
    %q = arith.muli %a, %b : i32
    affine.store %q, %A[%i] : memref<8xi32>
  }
  return %p : i32
}

// -----

func.func @f(%A: memref<8xi32>, %a: i32, %b: i32) -> i32 {
  %p = arith.muli %a, %b : i32
  affine.for %i = 0 to 8 {
    affine.store %p, %A[%i] : memref<8xi32>
  }
  return %p : i32
}
