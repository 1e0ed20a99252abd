// The memory does not outlive the function.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %m = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[7 - %i] : memref<8xi32>
    affine.store %x, %m[%i] : memref<8xi32>
  }
  memref.copy %m, %B : memref<8xi32> to memref<8xi32>
  memref.dealloc %m : memref<8xi32>
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %m = memref.alloca() : memref<8xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[7 - %i] : memref<8xi32>
    affine.store %x, %m[%i] : memref<8xi32>
  }
  memref.copy %m, %B : memref<8xi32> to memref<8xi32>
  return
}
