// The border of a padded copy is not filled.
// input: A = 1: B[0] is 0 + 1, and anything after it.
func.func @pad(%A: memref<8xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %m = memref.alloca() : memref<9xf32>
  affine.store %zero, %m[0] : memref<9xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %m[%i + 1] : memref<9xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<9xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @pad(%A: memref<8xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %m = memref.alloca() : memref<9xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %m[%i + 1] : memref<9xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<9xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  return
}
