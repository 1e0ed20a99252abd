// The sign of the condition is turned round.
// input: A = 1: A[0] becomes 0, and A[5] after it.
func.func @f(%A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {
      affine.store %zero, %A[%i] : memref<8xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %zero, %A[%i] : memref<8xi32>
    }
  }
  return
}
