// The loop stops one iteration early.
// input: A = 1, B = 0: B[15] stays 0.
func.func @copy(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @copy(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 15 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
  }
  return
}
