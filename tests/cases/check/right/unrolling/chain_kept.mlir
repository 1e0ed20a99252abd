// The second copy of the body reads what the first one has stored, as the next iteration did.
func.func @f(%A: memref<9xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %A[%i + 1] : memref<9xi32>
  }
  return
}

// -----

func.func @f(%A: memref<9xi32>) {
  affine.for %i = 0 to 8 step 2 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %A[%i + 1] : memref<9xi32>
    %y = affine.load %A[%i + 1] : memref<9xi32>
    affine.store %y, %A[%i + 2] : memref<9xi32>
  }
  return
}
