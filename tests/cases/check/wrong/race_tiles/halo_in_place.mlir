// Tiles run in parallel, and each reads the last cell of the tile before it, which that tile writes.
// input: A = 1, 2, ...: tile 1 may read A[3] before or after tile 0 has written it.
func.func @halo(%A: memref<16xf32>) {
  affine.for %t = 1 to 4 {
    affine.for %i = 0 to 4 {
      %l = affine.load %A[%t * 4 - 1] : memref<16xf32>
      %x = affine.load %A[%t * 4 + %i] : memref<16xf32>
      %y = arith.mulf %l, %x : f32
      affine.store %y, %A[%t * 4 + %i] : memref<16xf32>
    }
  }
  return
}

// -----

func.func @halo(%A: memref<16xf32>) {
  affine.parallel (%t) = (1) to (4) {
    affine.for %i = 0 to 4 {
      %l = affine.load %A[%t * 4 - 1] : memref<16xf32>
      %x = affine.load %A[%t * 4 + %i] : memref<16xf32>
      %y = arith.mulf %l, %x : f32
      affine.store %y, %A[%t * 4 + %i] : memref<16xf32>
    }
  }
  return
}
