// The store between goes to another argument, which does not overlap.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>, %a: i32) -> i32 {
  %x = affine.load %A[3] : memref<8xi32>
  affine.store %a, %B[3] : memref<8xi32>
  %z = affine.load %A[3] : memref<8xi32>
  %r = arith.muli %x, %z : i32
  return %r : i32
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>, %a: i32) -> i32 {
  %x = affine.load %A[3] : memref<8xi32>
  affine.store %a, %B[3] : memref<8xi32>
  %r = arith.muli %x, %x : i32
  return %r : i32
}
