// Step 0 is right, and each later step stores to row 0 in place of its own.
// input: A[0] = 1, B = 0: B[1] is 1, and 0 after it.
func.func @steps(%A: memref<4xi32>, %B: memref<4xi32>) {
  affine.for %t = 0 to 4 {
    %x = affine.load %A[0] : memref<4xi32>
    affine.store %x, %B[%t] : memref<4xi32>
  }
  return
}

// -----

func.func @steps(%A: memref<4xi32>, %B: memref<4xi32>) {
  affine.for %t = 0 to 4 {
    %x = affine.load %A[0] : memref<4xi32>
    affine.store %x, %B[0] : memref<4xi32>
  }
  return
}
