// The cell (3 i + 1) mod 8 is another one for each i, because 3 and 8 have no common factor.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.store %x, %B[(%i * 3 + 1) mod 8] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.store %x, %B[(%i * 3 + 1) mod 8] : memref<8xi32>
  }
  return
}
