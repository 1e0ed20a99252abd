// The first buffer is no longer used when the second one is needed.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %m = memref.alloca() : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %m[3 - %i] : memref<4xi32>
    affine.store %x, %B[%i] : memref<4xi32>
  }
  %n = memref.alloca() : memref<4xi32>
  memref.copy %B, %n : memref<4xi32> to memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %n[(%i + 1) mod 4] : memref<4xi32>
    affine.store %x, %A[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %m = memref.alloca() : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %m[3 - %i] : memref<4xi32>
    affine.store %x, %B[%i] : memref<4xi32>
  }
  memref.copy %B, %m : memref<4xi32> to memref<4xi32>
  affine.for %i = 0 to 4 {
    %x = affine.load %m[(%i + 1) mod 4] : memref<4xi32>
    affine.store %x, %A[%i] : memref<4xi32>
  }
  return
}
