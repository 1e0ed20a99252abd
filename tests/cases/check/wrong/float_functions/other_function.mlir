// The sine becomes the cosine.
// input: x = 0: 0, and 1 after it.
func.func @f(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf32>
    %y = math.sin %x : f32
    affine.store %y, %A[%i] : memref<4xf32>
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf32>
    %y = math.cos %x : f32
    affine.store %y, %A[%i] : memref<4xf32>
  }
  return
}
