// The scratch cell that each iteration fills and reads is shared by the iterations of the parallel loop.
// input: A = 1, 2, ...: iteration 0 stores 1 to t, iteration 1 stores 2, and then iteration 0 reads 2, so B[0] = 4.
func.func @square(%A: memref<8xf32>, %B: memref<8xf32>) {
  %t = memref.alloca() : memref<1xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %t[0] : memref<1xf32>
    %y = affine.load %t[0] : memref<1xf32>
    %z = arith.mulf %y, %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @square(%A: memref<8xf32>, %B: memref<8xf32>) {
  %t = memref.alloca() : memref<1xf32>
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %t[0] : memref<1xf32>
    %y = affine.load %t[0] : memref<1xf32>
    %z = arith.mulf %y, %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}
