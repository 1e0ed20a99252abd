// The step is folded into the index, but the loop still takes the old step.
// input: A = 1, B = 0: B[2] stays 0.
func.func @even(%A: memref<16xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i * 2] : memref<16xf32>
    affine.store %x, %B[%i * 2] : memref<32xf32>
  }
  return
}

// -----

func.func @even(%A: memref<16xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 8 step 2 {
    %x = affine.load %A[%i * 2] : memref<16xf32>
    affine.store %x, %B[%i * 2] : memref<32xf32>
  }
  return
}
