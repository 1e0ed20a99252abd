// The second statement reads what the first has written in this or an earlier iteration.
func.func @f(%A: memref<9xi32>, %B: memref<9xi32>, %C: memref<9xi32>) {
  affine.for %i = 1 to 9 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %B[%i] : memref<9xi32>
    %y = affine.load %B[%i - 1] : memref<9xi32>
    affine.store %y, %C[%i] : memref<9xi32>
  }
  return
}

// -----

func.func @f(%A: memref<9xi32>, %B: memref<9xi32>, %C: memref<9xi32>) {
  affine.for %i = 1 to 9 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %B[%i] : memref<9xi32>
  }
  affine.for %i = 1 to 9 {
    %y = affine.load %B[%i - 1] : memref<9xi32>
    affine.store %y, %C[%i] : memref<9xi32>
  }
  return
}
