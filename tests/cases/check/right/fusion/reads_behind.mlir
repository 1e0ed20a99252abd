// The second loop reads the cell before, which an earlier iteration has written.
func.func @f(%A: memref<17xi32>, %B: memref<17xi32>, %C: memref<17xi32>) {
  affine.for %i = 1 to 17 {
    %x = affine.load %A[%i] : memref<17xi32>
    affine.store %x, %B[%i] : memref<17xi32>
  }
  affine.for %i = 1 to 17 {
    %y = affine.load %B[%i - 1] : memref<17xi32>
    affine.store %y, %C[%i] : memref<17xi32>
  }
  return
}

// -----

func.func @f(%A: memref<17xi32>, %B: memref<17xi32>, %C: memref<17xi32>) {
  affine.for %i = 1 to 17 {
    %x = affine.load %A[%i] : memref<17xi32>
    affine.store %x, %B[%i] : memref<17xi32>
    %y = affine.load %B[%i - 1] : memref<17xi32>
    affine.store %y, %C[%i] : memref<17xi32>
  }
  return
}
