// The second loop writes what later iterations of the first still have to read.
// input: A = 0, 1, ..., 15: B[1] is 1, and 0 after it.
func.func @behind(%A: memref<17xi32>, %B: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<17xi32>
    affine.store %x, %B[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %y = affine.load %B[%i] : memref<16xi32>
    affine.store %y, %A[%i + 1] : memref<17xi32>
  }
  return
}

// -----

func.func @behind(%A: memref<17xi32>, %B: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<17xi32>
    affine.store %x, %B[%i] : memref<16xi32>
    %y = affine.load %B[%i] : memref<16xi32>
    affine.store %y, %A[%i + 1] : memref<17xi32>
  }
  return
}
