// The result is computed in its place instead of a buffer that is copied.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %m = memref.alloca() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %m[%i] : memref<8xf32>
  }
  memref.copy %m, %B : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %B[%i] : memref<8xf32>
  }
  return
}
