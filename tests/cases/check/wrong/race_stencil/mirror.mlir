// The parallel loop swaps both ends and runs over all cells instead of the first half.
// input: A = 0, 1, ..., 7: iteration 7 may swap back what iteration 0 has swapped, or read between its two stores.
func.func @reverse(%A: memref<8xi32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = affine.load %A[7 - %i] : memref<8xi32>
    affine.store %y, %A[%i] : memref<8xi32>
    affine.store %x, %A[7 - %i] : memref<8xi32>
  }
  return
}

// -----

func.func @reverse(%A: memref<8xi32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = affine.load %A[7 - %i] : memref<8xi32>
    affine.store %y, %A[%i] : memref<8xi32>
    affine.store %x, %A[7 - %i] : memref<8xi32>
  }
  return
}
