// Iteration i swaps the cells i and 7 - i of the first half, which no other iteration touches.
func.func @f(%A: memref<8xi32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = affine.load %A[7 - %i] : memref<8xi32>
    affine.store %y, %A[%i] : memref<8xi32>
    affine.store %x, %A[7 - %i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  affine.parallel (%i) = (0) to (4) {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = affine.load %A[7 - %i] : memref<8xi32>
    affine.store %y, %A[%i] : memref<8xi32>
    affine.store %x, %A[7 - %i] : memref<8xi32>
  }
  return
}
