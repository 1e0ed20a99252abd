// All iterations read one cell that nobody writes.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 1 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[0] : memref<8xf32>
    %z = arith.mulf %x, %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.parallel (%i) = (1) to (8) {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[0] : memref<8xf32>
    %z = arith.mulf %x, %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}
