// Quotient and remainder are exchanged.
// input: A[0, 1] = 1, else 0, B = 0: B[0, 1] is 1, and 0 after it.
// source: LLVM issue #144025 reports the pass (affine-loop-coalescing)
func.func @copy(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xf32>
      affine.store %x, %B[%i, %j] : memref<4x4xf32>
    }
  }
  return
}

// -----

func.func @copy(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  affine.for %k = 0 to 16 {
    %x = affine.load %A[%k floordiv 4, %k mod 4] : memref<4x4xf32>
    affine.store %x, %B[%k mod 4, %k floordiv 4] : memref<4x4xf32>
  }
  return
}
