// The second loop reads the memory through a cast, and its fusion with the loop before reverses the copy.
// input: A = 1, B = 0: C[0] is B[15] = 1, and 0 after it.
// source: LLVM issue #211599 (affine-loop-fusion)
func.func @cast(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>) {
  %D = memref.cast %B : memref<16xf32> to memref<?xf32>
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %y = affine.load %D[15 - %i] : memref<?xf32>
    affine.store %y, %C[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @cast(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>) {
  %D = memref.cast %B : memref<16xf32> to memref<?xf32>
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
    %y = affine.load %D[15 - %i] : memref<?xf32>
    affine.store %y, %C[%i] : memref<16xf32>
  }
  return
}
