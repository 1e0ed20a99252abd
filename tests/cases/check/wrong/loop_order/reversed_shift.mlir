// The loop runs backwards, and what it shifts becomes one value.
// input: A = 0, 1, ..., 15: A[0] is 1, and 15 after it.
func.func @shift(%A: memref<16xi32>) {
  affine.for %i = 0 to 15 {
    %x = affine.load %A[%i + 1] : memref<16xi32>
    affine.store %x, %A[%i] : memref<16xi32>
  }
  return
}

// -----

func.func @shift(%A: memref<16xi32>) {
  affine.for %i = 0 to 15 {
    %x = affine.load %A[15 - %i] : memref<16xi32>
    affine.store %x, %A[14 - %i] : memref<16xi32>
  }
  return
}
