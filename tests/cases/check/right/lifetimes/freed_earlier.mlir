// Nothing uses the memory between the two places.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %m = memref.alloc() : memref<8xi32>
  memref.copy %A, %m : memref<8xi32> to memref<8xi32>
  memref.copy %m, %B : memref<8xi32> to memref<8xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %B[%i] : memref<8xi32>
    affine.store %x, %A[7 - %i] : memref<8xi32>
  }
  memref.dealloc %m : memref<8xi32>
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %m = memref.alloc() : memref<8xi32>
  memref.copy %A, %m : memref<8xi32> to memref<8xi32>
  memref.copy %m, %B : memref<8xi32> to memref<8xi32>
  memref.dealloc %m : memref<8xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %B[%i] : memref<8xi32>
    affine.store %x, %A[7 - %i] : memref<8xi32>
  }
  return
}
