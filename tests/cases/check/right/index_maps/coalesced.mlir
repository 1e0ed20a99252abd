// Row and column are quotient and remainder by the length of a row.
func.func @f(%A: memref<4x6xf32>, %B: memref<4x6xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i, %j] : memref<4x6xf32>
      affine.store %x, %B[%i, %j] : memref<4x6xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x6xf32>, %B: memref<4x6xf32>) {
  affine.for %k = 0 to 24 {
    %x = affine.load %A[%k floordiv 6, %k mod 6] : memref<4x6xf32>
    affine.store %x, %B[%k floordiv 6, %k mod 6] : memref<4x6xf32>
  }
  return
}
