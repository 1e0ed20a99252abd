// A cast changes only the type.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %D = memref.cast %A : memref<8xf32> to memref<?xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %D[%i] : memref<?xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  return
}
