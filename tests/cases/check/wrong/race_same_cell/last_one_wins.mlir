// All iterations store to one cell, and the last one need not win.
// input: A = 0, 1, ..., 15: B[0] can be any of the numbers, not only 15.
func.func @last(%A: memref<16xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[0] : memref<4xf32>
  }
  return
}

// -----

func.func @last(%A: memref<16xf32>, %B: memref<4xf32>) {
  affine.parallel (%i) = (0) to (16) {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[0] : memref<4xf32>
  }
  return
}
