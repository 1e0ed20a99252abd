// The matrix is read as one line.
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
  %f = memref.reinterpret_cast %A to offset: [0], sizes: [24], strides: [1] : memref<4x6xi32> to memref<24xi32, strided<[1]>>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %x = affine.load %f[%i * 6 + %j] : memref<24xi32, strided<[1]>>
      affine.store %x, %B[%i, %j] : memref<4x6xi32>
    }
  }
  return
}
