// Each iteration of the unrolled loop does two of the old ones in their order.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 step 2 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %B[%i] : memref<8xf32>
    %y = affine.load %A[%i + 1] : memref<8xf32>
    affine.store %y, %B[%i + 1] : memref<8xf32>
  }
  return
}
