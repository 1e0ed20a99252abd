// The cells that are read end where those that are written begin.
func.func @f(%A: memref<16xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[7 - %i] : memref<16xi32>
    affine.store %x, %A[%i + 8] : memref<16xi32>
  }
  return
}

// -----

func.func @f(%A: memref<16xi32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[7 - %i] : memref<16xi32>
    affine.store %x, %A[%i + 8] : memref<16xi32>
  }
  return
}
