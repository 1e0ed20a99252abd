// The flag allows any order of the sum.
func.func @f(%A: memref<4x4xf32>, %s: memref<f32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xf32>
      %o = affine.load %s[] : memref<f32>
      %n = arith.addf %o, %x fastmath<fast> : f32
      affine.store %n, %s[] : memref<f32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x4xf32>, %s: memref<f32>) {
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xf32>
      %o = affine.load %s[] : memref<f32>
      %n = arith.addf %o, %x fastmath<fast> : f32
      affine.store %n, %s[] : memref<f32>
    }
  }
  return
}
