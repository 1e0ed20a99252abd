// A loop that copies all cells is a copy.
func.func @f(%A: memref<4x6xi32>, %B: memref<4x6xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %x = affine.load %A[%i, %j] : memref<4x6xi32>
      affine.store %x, %B[%i, %j] : memref<4x6xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x6xi32>, %B: memref<4x6xi32>) {
  memref.copy %A, %B : memref<4x6xi32> to memref<4x6xi32>
  return
}
