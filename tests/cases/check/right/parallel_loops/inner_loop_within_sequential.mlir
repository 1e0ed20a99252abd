// The rows of a matrix are added to a row one after the other, and its cells in parallel.
func.func @f(%A: memref<6x4xf32>, %c: memref<4xf32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<6x4xf32>
      %o = affine.load %c[%j] : memref<4xf32>
      %n = arith.addf %o, %x : f32
      affine.store %n, %c[%j] : memref<4xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<6x4xf32>, %c: memref<4xf32>) {
  affine.for %i = 0 to 6 {
    affine.parallel (%j) = (0) to (4) {
      %x = affine.load %A[%i, %j] : memref<6x4xf32>
      %o = affine.load %c[%j] : memref<4xf32>
      %n = arith.addf %o, %x : f32
      affine.store %n, %c[%j] : memref<4xf32>
    }
  }
  return
}
