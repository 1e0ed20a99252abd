// (8 i + j) floordiv 8 is i for j below 8.
func.func @f(%A: memref<4xi32>, %B: memref<32xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %x = affine.load %A[(%i * 8 + %j) floordiv 8] : memref<4xi32>
      affine.store %x, %B[%i * 8 + %j] : memref<32xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<32xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %x = affine.load %A[%i] : memref<4xi32>
      affine.store %x, %B[%i * 8 + %j] : memref<32xi32>
    }
  }
  return
}
