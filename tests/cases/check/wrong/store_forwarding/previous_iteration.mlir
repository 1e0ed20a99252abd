// The load of the neighbour takes the value that this iteration stores, not the one of the iteration before.
// input: A = 0, 1, ..., 7: B[1] is 0 and 1 after it.
func.func @before(%A: memref<8xi32>, %B: memref<8xi32>, %C: memref<9xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.store %x, %C[%i + 1] : memref<9xi32>
    %y = affine.load %C[%i] : memref<9xi32>
    affine.store %y, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @before(%A: memref<8xi32>, %B: memref<8xi32>, %C: memref<9xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.store %x, %C[%i + 1] : memref<9xi32>
    affine.store %x, %B[%i] : memref<8xi32>
  }
  return
}
