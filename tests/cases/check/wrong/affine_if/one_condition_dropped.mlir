// One of two conditions is dropped.
// input: A = 1: A[7] stays 1, and becomes 0 after it.
func.func @f(%A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0, 5 - d0 >= 0)>(%i) {
      affine.store %zero, %A[%i] : memref<8xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      affine.store %zero, %A[%i] : memref<8xi32>
    }
  }
  return
}
