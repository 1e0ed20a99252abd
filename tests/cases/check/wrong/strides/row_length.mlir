// The flat index multiplies by the number of rows.
// input: A = 0, 1, ..., 23: B[1, 0] is 6, and 4 after it.
func.func @f(%A: memref<24xi32>, %B: memref<4x6xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i * 6 + %j] : memref<24xi32>
      affine.store %x, %B[%i, %j] : memref<4x6xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<24xi32>, %B: memref<4x6xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i * 4 + %j] : memref<24xi32>
      affine.store %x, %B[%i, %j] : memref<4x6xi32>
    }
  }
  return
}
