// The bounds of the triangle are turned with the loops.
func.func @f(%A: memref<5x5xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %one, %A[%i, %j] : memref<5x5xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<5x5xi32>) {
  %one = arith.constant 1 : i32
  affine.for %j = 0 to 5 {
    affine.for %i = affine_map<(d0) -> (d0)>(%j) to 5 {
      affine.store %one, %A[%i, %j] : memref<5x5xi32>
    }
  }
  return
}
