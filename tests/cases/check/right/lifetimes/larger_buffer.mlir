// Only the first cells of the larger buffer are used.
func.func @f(%A: memref<6xi32>, %B: memref<6xi32>) {
  %m = memref.alloca() : memref<6xi32>
  affine.for %i = 0 to 6 {
    %x = affine.load %A[%i] : memref<6xi32>
    affine.store %x, %m[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %x = affine.load %m[5 - %i] : memref<6xi32>
    affine.store %x, %B[%i] : memref<6xi32>
  }
  return
}

// -----

func.func @f(%A: memref<6xi32>, %B: memref<6xi32>) {
  %m = memref.alloca() : memref<8xi32>
  affine.for %i = 0 to 6 {
    %x = affine.load %A[%i] : memref<6xi32>
    affine.store %x, %m[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 6 {
    %x = affine.load %m[5 - %i] : memref<8xi32>
    affine.store %x, %B[%i] : memref<6xi32>
  }
  return
}
