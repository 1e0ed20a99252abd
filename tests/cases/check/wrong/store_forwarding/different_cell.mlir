// A load of the next cell takes the value of the store.
// input: A[1] = 7, a = 1: 7, and 1 after it.
func.func @next(%A: memref<4xf32>, %a: f32) -> f32 {
  affine.store %a, %A[0] : memref<4xf32>
  %x = affine.load %A[1] : memref<4xf32>
  return %x : f32
}

// -----

func.func @next(%A: memref<4xf32>, %a: f32) -> f32 {
  affine.store %a, %A[0] : memref<4xf32>
  return %a : f32
}
