// The tiles are disjoint.
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.parallel (%t) = (0) to (16) step (4) {
    affine.for %i = 0 to 4 {
      %x = affine.load %A[%t + %i] : memref<16xf32>
      affine.store %x, %B[%t + %i] : memref<16xf32>
    }
  }
  return
}
