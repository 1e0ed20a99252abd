// Each pair of i and j has its own cell of the product, and the loop over k stays sequential.
func.func @f(%A: memref<4x5xf32>, %B: memref<5x6xf32>, %C: memref<4x6xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 5 {
        %x = affine.load %A[%i, %k] : memref<4x5xf32>
        %y = affine.load %B[%k, %j] : memref<5x6xf32>
        %z = affine.load %C[%i, %j] : memref<4x6xf32>
        %p = arith.mulf %x, %y : f32
        %n = arith.addf %z, %p : f32
        affine.store %n, %C[%i, %j] : memref<4x6xf32>
      }
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x5xf32>, %B: memref<5x6xf32>, %C: memref<4x6xf32>) {
  affine.parallel (%i, %j) = (0, 0) to (4, 6) {
    affine.for %k = 0 to 5 {
      %x = affine.load %A[%i, %k] : memref<4x5xf32>
      %y = affine.load %B[%k, %j] : memref<5x6xf32>
      %z = affine.load %C[%i, %j] : memref<4x6xf32>
      %p = arith.mulf %x, %y : f32
      %n = arith.addf %z, %p : f32
      affine.store %n, %C[%i, %j] : memref<4x6xf32>
    }
  }
  return
}
