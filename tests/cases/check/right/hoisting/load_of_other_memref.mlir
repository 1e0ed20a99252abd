// The loop writes another memref than the one that the load reads.
func.func @f(%A: memref<8xf32>, %s: memref<1xf32>) {
  affine.for %i = 0 to 8 {
    %f = affine.load %s[0] : memref<1xf32>
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %x, %f : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %s: memref<1xf32>) {
  %f = affine.load %s[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %x, %f : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}
