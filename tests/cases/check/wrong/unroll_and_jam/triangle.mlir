// The inner bound depends on the outer index, and the jam takes the bound of the first row for both.
// input: A = 0: A[1, 0] stays 0.
func.func @triangle(%A: memref<6x6xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %one, %A[%i, %j] : memref<6x6xi32>
    }
  }
  return
}

// -----

func.func @triangle(%A: memref<6x6xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 6 step 2 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %one, %A[%i, %j] : memref<6x6xi32>
      affine.store %one, %A[%i + 1, %j] : memref<6x6xi32>
    }
  }
  return
}
