// Iteration i writes the cells 2 i and 2 i + 1.
func.func @f(%A: memref<16xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i * 2] : memref<16xf32>
    %y = affine.load %A[%i * 2 + 1] : memref<16xf32>
    affine.store %y, %A[%i * 2] : memref<16xf32>
    affine.store %x, %A[%i * 2 + 1] : memref<16xf32>
  }
  return
}

// -----

func.func @f(%A: memref<16xf32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i * 2] : memref<16xf32>
    %y = affine.load %A[%i * 2 + 1] : memref<16xf32>
    affine.store %y, %A[%i * 2] : memref<16xf32>
    affine.store %x, %A[%i * 2 + 1] : memref<16xf32>
  }
  return
}
