// Every fourth iteration stores to the same cell, and the first one now wins.
// input: A = 0, 1, ..., 15: B[0] is 12, and 0 after it.
func.func @last(%A: memref<16xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i mod 4] : memref<4xf32>
  }
  return
}

// -----

func.func @last(%A: memref<16xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[15 - %i] : memref<16xf32>
    affine.store %x, %B[(15 - %i) mod 4] : memref<4xf32>
  }
  return
}
