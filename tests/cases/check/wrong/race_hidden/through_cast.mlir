// One access goes through a cast of the memref, and the dependence on it is missed.
// input: A = 1, 2, ...: iteration 2 may read A[1] before iteration 1 has written it.
func.func @cast(%A: memref<16xf32>) {
  %D = memref.cast %A : memref<16xf32> to memref<?xf32>
  affine.for %i = 1 to 16 {
    %x = affine.load %D[%i - 1] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @cast(%A: memref<16xf32>) {
  %D = memref.cast %A : memref<16xf32> to memref<?xf32>
  affine.parallel (%i) = (1) to (16) {
    %x = affine.load %D[%i - 1] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<16xf32>
  }
  return
}
