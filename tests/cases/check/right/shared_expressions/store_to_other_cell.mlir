// The store between goes to another cell of the same memref.
func.func @f(%A: memref<8xf32>, %a: f32) -> f32 {
  %x = affine.load %A[3] : memref<8xf32>
  affine.store %a, %A[4] : memref<8xf32>
  %z = affine.load %A[3] : memref<8xf32>
  %r = arith.mulf %x, %z : f32
  return %r : f32
}

// -----

func.func @f(%A: memref<8xf32>, %a: f32) -> f32 {
  %x = affine.load %A[3] : memref<8xf32>
  affine.store %a, %A[4] : memref<8xf32>
  %r = arith.mulf %x, %x : f32
  return %r : f32
}
