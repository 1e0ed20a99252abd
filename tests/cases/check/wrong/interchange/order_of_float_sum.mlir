// The cells of a sum of floats without flags are added in another order.
// input: A[0, 0] = 1e30, A[0, 1] = 1, A[1, 0] = -1e30: 0, and 1 after it.
func.func @sum(%A: memref<4x4xf32>, %s: memref<f32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xf32>
      %o = affine.load %s[] : memref<f32>
      %n = arith.addf %o, %x : f32
      affine.store %n, %s[] : memref<f32>
    }
  }
  return
}

// -----

func.func @sum(%A: memref<4x4xf32>, %s: memref<f32>) {
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xf32>
      %o = affine.load %s[] : memref<f32>
      %n = arith.addf %o, %x : f32
      affine.store %n, %s[] : memref<f32>
    }
  }
  return
}
