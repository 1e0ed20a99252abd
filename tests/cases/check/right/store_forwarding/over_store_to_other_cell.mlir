// The store between goes to another cell.
func.func @f(%A: memref<4xf32>, %a: f32, %b: f32) -> f32 {
  affine.store %a, %A[0] : memref<4xf32>
  affine.store %b, %A[1] : memref<4xf32>
  %x = affine.load %A[0] : memref<4xf32>
  return %x : f32
}

// -----

func.func @f(%A: memref<4xf32>, %a: f32, %b: f32) -> f32 {
  affine.store %a, %A[0] : memref<4xf32>
  affine.store %b, %A[1] : memref<4xf32>
  return %a : f32
}
