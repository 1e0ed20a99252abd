// The loop has an odd number of iterations and no rest after unrolling by two.
// input: A = 1, B = 0: B[8] stays 0.
func.func @copy(%A: memref<9xf32>, %B: memref<9xf32>) {
  affine.for %i = 0 to 9 {
    %x = affine.load %A[%i] : memref<9xf32>
    affine.store %x, %B[%i] : memref<9xf32>
  }
  return
}

// -----

func.func @copy(%A: memref<9xf32>, %B: memref<9xf32>) {
  affine.for %i = 0 to 8 step 2 {
    %x = affine.load %A[%i] : memref<9xf32>
    affine.store %x, %B[%i] : memref<9xf32>
    %y = affine.load %A[%i + 1] : memref<9xf32>
    affine.store %y, %B[%i + 1] : memref<9xf32>
  }
  return
}
