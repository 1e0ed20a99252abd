// The diagonal belongs to the triangle, and no longer does.
// input: A = 1: A[2, 2] becomes 0, and stays 1 after it.
func.func @f(%A: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
        affine.store %zero, %A[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %j) {
        affine.store %zero, %A[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}
