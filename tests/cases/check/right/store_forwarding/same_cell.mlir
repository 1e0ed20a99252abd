// The load reads what was just stored.
func.func @f(%A: memref<4xf32>, %a: f32) -> f32 {
  affine.store %a, %A[0] : memref<4xf32>
  %x = affine.load %A[0] : memref<4xf32>
  return %x : f32
}

// -----

func.func @f(%A: memref<4xf32>, %a: f32) -> f32 {
  affine.store %a, %A[0] : memref<4xf32>
  return %a : f32
}
