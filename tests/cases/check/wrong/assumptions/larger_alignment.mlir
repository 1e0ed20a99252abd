// The alignment that is promised grows.
// input: A begins at an address that is divisible by 16 and not by 64.
func.func @f(%A: memref<8xf32>) -> f32 {
  memref.assume_alignment %A, 16 : memref<8xf32>
  %x = affine.load %A[0] : memref<8xf32>
  return %x : f32
}

// -----

func.func @f(%A: memref<8xf32>) -> f32 {
  memref.assume_alignment %A, 64 : memref<8xf32>
  %x = affine.load %A[0] : memref<8xf32>
  return %x : f32
}
