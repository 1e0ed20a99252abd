// Both conditions have to hold.
func.func @f(%A: memref<8x8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.if affine_set<(d0, d1) : (d0 - 2 >= 0)>(%i, %j) {
        affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
          affine.store %zero, %A[%i, %j] : memref<8x8xi32>
        }
      }
    }
  }
  return
}

// -----

func.func @f(%A: memref<8x8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.if affine_set<(d0, d1) : (d0 - 2 >= 0, d0 - d1 >= 0)>(%i, %j) {
        affine.store %zero, %A[%i, %j] : memref<8x8xi32>
      }
    }
  }
  return
}
