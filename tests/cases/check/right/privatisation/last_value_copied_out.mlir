// The scratch cell is an argument, and the last iteration stores to it.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>, %t: memref<1xf32>) {
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

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>, %t: memref<1xf32>) {
  affine.parallel (%i) = (0) to (8) {
    %p = memref.alloca() : memref<1xf32>
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %p[0] : memref<1xf32>
    %y = affine.load %p[0] : memref<1xf32>
    %z = arith.mulf %y, %y : f32
    affine.store %z, %B[%i] : memref<8xf32>
    affine.if affine_set<(d0) : (d0 - 7 == 0)>(%i) {
      affine.store %x, %t[0] : memref<1xf32>
    }
  }
  return
}
