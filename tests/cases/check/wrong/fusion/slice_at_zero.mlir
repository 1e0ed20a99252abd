// The producer of a whole matrix is fused into its reader, but only its first column is computed.
// input: A[1, 0] = 1, s = 1, else 0: B[0, 1] is 1, and 0 after it.
// source: LLVM issue #152077 (affine-loop-fusion)
func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %s: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%j, %i] : memref<4x4xf32>
      affine.store %x, %B[%i, %j] : memref<4x4xf32>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %y = affine.load %B[%i, %j] : memref<4x4xf32>
      %f = affine.load %s[%j] : memref<4xf32>
      %z = arith.mulf %y, %f : f32
      affine.store %z, %B[%i, %j] : memref<4x4xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %s: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[0, %i] : memref<4x4xf32>
      affine.store %x, %B[%i, 0] : memref<4x4xf32>
      %y = affine.load %B[%i, %j] : memref<4x4xf32>
      %f = affine.load %s[%j] : memref<4xf32>
      %z = arith.mulf %y, %f : f32
      affine.store %z, %B[%i, %j] : memref<4x4xf32>
    }
  }
  return
}
