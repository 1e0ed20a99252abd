// The inner loop over a triangle includes the diagonal.
// input: A[2, 2] = 5: it becomes 0.
func.func @lower(%A: memref<6x6xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %zero, %A[%i, %j] : memref<6x6xf32>
    }
  }
  return
}

// -----

func.func @lower(%A: memref<6x6xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %zero, %A[%i, %j] : memref<6x6xf32>
    }
  }
  return
}
