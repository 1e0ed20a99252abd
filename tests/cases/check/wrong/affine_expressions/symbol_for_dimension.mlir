// The map is applied to its operands in the other order.
// input: i = 0, j = 1: cell 1, and cell 4 after it.
#m = affine_map<(d0, d1) -> (d0 * 4 + d1)>
func.func @f(%A: memref<16xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      %k = affine.apply #m(%i, %j)
      memref.store %one, %A[%k] : memref<16xi32>
    }
  }
  return
}

// -----

#m = affine_map<(d0, d1) -> (d0 * 4 + d1)>
func.func @f(%A: memref<16xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      %k = affine.apply #m(%j, %i)
      memref.store %one, %A[%k] : memref<16xi32>
    }
  }
  return
}
