// The dependence (1, -1) is reversed by the jam of two rows.
// input: A[i, j] = 10 i + j: A[2, 0] is 2, and 11 after it.
// source: LLVM pull request #196554 (affine-loop-unroll-jam)
func.func @slope(%A: memref<5x6xi32>) {
  affine.for %i = 1 to 5 {
    affine.for %j = 0 to 5 {
      %x = affine.load %A[%i - 1, %j + 1] : memref<5x6xi32>
      affine.store %x, %A[%i, %j] : memref<5x6xi32>
    }
  }
  return
}

// -----

func.func @slope(%A: memref<5x6xi32>) {
  affine.for %i = 1 to 5 step 2 {
    affine.for %j = 0 to 5 {
      %x = affine.load %A[%i - 1, %j + 1] : memref<5x6xi32>
      affine.store %x, %A[%i, %j] : memref<5x6xi32>
      %y = affine.load %A[%i, %j + 1] : memref<5x6xi32>
      affine.store %y, %A[%i + 1, %j] : memref<5x6xi32>
    }
  }
  return
}
