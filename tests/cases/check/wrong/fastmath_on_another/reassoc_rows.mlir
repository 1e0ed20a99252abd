// The sums of the columns get the flag of those of the rows.
// input: A[0, 0] = 1e30, A[1, 0] = 1, A[2, 0] = -1e30: c[0] is 0, and also 1 after it.
func.func @f(%A: memref<4x4xf32>, %r: memref<4xf32>, %c: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xf32>
      %o = affine.load %r[%i] : memref<4xf32>
      %n = arith.addf %o, %x fastmath<reassoc> : f32
      affine.store %n, %r[%i] : memref<4xf32>
      %p = affine.load %c[%j] : memref<4xf32>
      %q = arith.addf %p, %x : f32
      affine.store %q, %c[%j] : memref<4xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x4xf32>, %r: memref<4xf32>, %c: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xf32>
      %o = affine.load %r[%i] : memref<4xf32>
      %n = arith.addf %o, %x fastmath<reassoc> : f32
      affine.store %n, %r[%i] : memref<4xf32>
      %p = affine.load %c[%j] : memref<4xf32>
      %q = arith.addf %p, %x fastmath<reassoc> : f32
      affine.store %q, %c[%j] : memref<4xf32>
    }
  }
  return
}
