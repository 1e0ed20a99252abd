// The loop over the columns of one row is parallel, although every column adds to the sum of its row.
// input: A = 1: the iterations j = 0 and j = 1 of row 0 both load r[0] = 0, and r[0] becomes 11 instead of 12.
func.func @rows(%A: memref<8x12xf32>, %r: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 12 {
      %x = affine.load %A[%i, %j] : memref<8x12xf32>
      %o = affine.load %r[%i] : memref<8xf32>
      %n = arith.addf %o, %x fastmath<fast> : f32
      affine.store %n, %r[%i] : memref<8xf32>
    }
  }
  return
}

// -----

func.func @rows(%A: memref<8x12xf32>, %r: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.parallel (%j) = (0) to (12) {
      %x = affine.load %A[%i, %j] : memref<8x12xf32>
      %o = affine.load %r[%i] : memref<8xf32>
      %n = arith.addf %o, %x fastmath<fast> : f32
      affine.store %n, %r[%i] : memref<8xf32>
    }
  }
  return
}
