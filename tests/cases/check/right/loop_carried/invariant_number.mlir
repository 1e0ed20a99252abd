// A number that the loop carries without change is the one before it.
func.func @f(%A: memref<8xi32>, %a: i32) {
  %r = affine.for %i = 0 to 8 iter_args(%t = %a) -> (i32) {
    affine.store %t, %A[%i] : memref<8xi32>
    affine.yield %t : i32
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %a: i32) {
  affine.for %i = 0 to 8 {
    affine.store %a, %A[%i] : memref<8xi32>
  }
  return
}
