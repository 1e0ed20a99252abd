// The producer has no effects and reads memory that nobody writes, so that it may be repeated.
func.func @f(%A: memref<8xf32>, %C: memref<8x4xf32>) {
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.divf %x, %x : f32
    affine.store %y, %t[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %z = affine.load %t[%i] : memref<8xf32>
      affine.store %z, %C[%i, %j] : memref<8x4xf32>
    }
  }
  memref.dealloc %t : memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32>, %C: memref<8x4xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i] : memref<8xf32>
      %y = arith.divf %x, %x : f32
      affine.store %y, %C[%i, %j] : memref<8x4xf32>
    }
  }
  return
}
