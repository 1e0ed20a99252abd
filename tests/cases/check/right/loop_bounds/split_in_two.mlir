// The loop is split at iteration 3.
func.func @f(%A: memref<9xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %A[%i + 1] : memref<9xi32>
  }
  return
}

// -----

func.func @f(%A: memref<9xi32>) {
  affine.for %i = 0 to 3 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %A[%i + 1] : memref<9xi32>
  }
  affine.for %i = 3 to 8 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %A[%i + 1] : memref<9xi32>
  }
  return
}
