// The bounds of the two loops are exchanged, so that the last row is not written, and a column too many is.
// input: A = 0: A[3, 0] stays 0.
func.func @fill(%A: memref<4x6xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 3 {
      affine.store %one, %A[%i, %j] : memref<4x6xi32>
    }
  }
  return
}

// -----

func.func @fill(%A: memref<4x6xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      affine.store %one, %A[%i, %j] : memref<4x6xi32>
    }
  }
  return
}
