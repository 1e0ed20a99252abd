// The upper half is written from the lower one, and the last iterations read what the first have written.
// input: A = 0, 1, ..., 15: iteration 4 reads A[8], which iteration 0 writes.
func.func @f(%A: memref<16xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i + 4] : memref<16xi32>
    affine.store %x, %A[%i + 8] : memref<16xi32>
  }
  return
}

// -----

func.func @f(%A: memref<16xi32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i + 4] : memref<16xi32>
    affine.store %x, %A[%i + 8] : memref<16xi32>
  }
  return
}
