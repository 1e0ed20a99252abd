// Each iteration reads the cell that the next one writes, and the loop is parallel.
// input: A = 0, 1, 2, ...: iteration 1 may write A[1] before iteration 0 reads it, so that A[0] is 2.
func.func @shift(%A: memref<32xf32>) {
  affine.for %i = 0 to 31 {
    %x = affine.load %A[%i + 1] : memref<32xf32>
    affine.store %x, %A[%i] : memref<32xf32>
  }
  return
}

// -----

func.func @shift(%A: memref<32xf32>) {
  affine.parallel (%i) = (0) to (31) {
    %x = affine.load %A[%i + 1] : memref<32xf32>
    affine.store %x, %A[%i] : memref<32xf32>
  }
  return
}
