// Each iteration fills the buffer before it reads it, so that one is enough for the sequential loop.
func.func @f(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
  affine.for %i = 0 to 4 {
    %m = memref.alloc() : memref<4xi32>
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xi32>
      affine.store %x, %m[%j] : memref<4xi32>
    }
    affine.for %j = 0 to 4 {
      %x = affine.load %m[3 - %j] : memref<4xi32>
      affine.store %x, %B[%i, %j] : memref<4x4xi32>
    }
    memref.dealloc %m : memref<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<4x4xi32>
      affine.store %x, %m[%j] : memref<4xi32>
    }
    affine.for %j = 0 to 4 {
      %x = affine.load %m[3 - %j] : memref<4xi32>
      affine.store %x, %B[%i, %j] : memref<4x4xi32>
    }
  }
  memref.dealloc %m : memref<4xi32>
  return
}
