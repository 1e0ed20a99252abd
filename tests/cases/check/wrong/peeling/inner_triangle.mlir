// The first iteration of an inner loop is peeled, which has none in the first row.
// input: A[0, 0] = 5: it becomes 0.
func.func @below(%A: memref<6x6xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %zero, %A[%i, %j] : memref<6x6xi32>
    }
  }
  return
}

// -----

func.func @below(%A: memref<6x6xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 6 {
    affine.store %zero, %A[%i, 0] : memref<6x6xi32>
    affine.for %j = 1 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %zero, %A[%i, %j] : memref<6x6xi32>
    }
  }
  return
}
