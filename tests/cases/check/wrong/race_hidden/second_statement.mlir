// The first statement writes what the second one of another iteration reads.
// input: A = 0, 1, ...: iteration 1 reads B[0], which iteration 0 writes.
func.func @two(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>) {
  affine.for %i = 1 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
    %y = affine.load %B[%i - 1] : memref<16xf32>
    affine.store %y, %C[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @two(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>) {
  affine.parallel (%i) = (1) to (16) {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
    %y = affine.load %B[%i - 1] : memref<16xf32>
    affine.store %y, %C[%i] : memref<16xf32>
  }
  return
}
