// The loop has 8 iterations, and the first one comes before it.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %u = affine.load %A[0] : memref<8xf32>
  affine.store %u, %B[0] : memref<8xf32>
  affine.for %i = 1 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  return
}
