// The part of a sum that is a multiple of 4 is dropped from a modulus of 6.
// input: i = 1, j = 1: (4 + 1) mod 6 = 5, and 1 after it.
func.func @f(%A: memref<6xi32>, %B: memref<3x3xi32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %x = affine.load %A[(%i * 4 + %j) mod 6] : memref<6xi32>
      affine.store %x, %B[%i, %j] : memref<3x3xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<6xi32>, %B: memref<3x3xi32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %x = affine.load %A[(%j) mod 6] : memref<6xi32>
      affine.store %x, %B[%i, %j] : memref<3x3xi32>
    }
  }
  return
}
