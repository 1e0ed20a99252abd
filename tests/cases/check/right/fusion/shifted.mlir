// The second statement is delayed by one iteration, so that the cell ahead is written.
func.func @f(%A: memref<9xi32>, %B: memref<9xi32>, %C: memref<8xi32>) {
  affine.for %i = 0 to 9 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %B[%i] : memref<9xi32>
  }
  affine.for %i = 0 to 8 {
    %y = affine.load %B[%i + 1] : memref<9xi32>
    affine.store %y, %C[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<9xi32>, %B: memref<9xi32>, %C: memref<8xi32>) {
  %w = affine.load %A[0] : memref<9xi32>
  affine.store %w, %B[0] : memref<9xi32>
  affine.for %i = 1 to 9 {
    %x = affine.load %A[%i] : memref<9xi32>
    affine.store %x, %B[%i] : memref<9xi32>
    %y = affine.load %B[%i] : memref<9xi32>
    affine.store %y, %C[%i - 1] : memref<8xi32>
  }
  return
}
