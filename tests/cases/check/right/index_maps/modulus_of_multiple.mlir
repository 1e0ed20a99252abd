// A multiple of the modulus may be left out.
func.func @f(%A: memref<6xi32>, %B: memref<3x3xi32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %x = affine.load %A[(%i * 12 + %j) mod 6] : memref<6xi32>
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
