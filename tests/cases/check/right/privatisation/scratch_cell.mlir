// Each iteration of the parallel loop has a cell of its own.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
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

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.parallel (%i) = (0) to (8) {
    %t = memref.alloca() : memref<1xf32>
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %t[0] : memref<1xf32>
    %y = affine.load %t[0] : memref<1xf32>
    %z = arith.mulf %y, %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
  }
  return
}
