// The loops over a triangle are exchanged with the bounds of the square below the diagonal reversed.
// input: A = 0: A[0, 3] becomes 1 and A[3, 0] stays 0.
func.func @triangle(%A: memref<5x5xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %one, %A[%i, %j] : memref<5x5xi32>
    }
  }
  return
}

// -----

func.func @triangle(%A: memref<5x5xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %one, %A[%j, %i] : memref<5x5xi32>
    }
  }
  return
}
