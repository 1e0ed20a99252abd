// All loads of the unrolled body come before its stores, though the second one reads what the first stores.
// input: A = 1, 0, 0, ...: A[2] is 1, and 0 after it.
func.func @spread(%A: memref<9xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %A[%i + 1] : memref<9xi32>
  }
  return
}

// -----

func.func @spread(%A: memref<9xi32>) {
  affine.for %i = 0 to 8 step 2 {
    %x = affine.load %A[%i] : memref<9xi32>
    %y = affine.load %A[%i + 1] : memref<9xi32>
    affine.store %x, %A[%i + 1] : memref<9xi32>
    affine.store %y, %A[%i + 2] : memref<9xi32>
  }
  return
}
