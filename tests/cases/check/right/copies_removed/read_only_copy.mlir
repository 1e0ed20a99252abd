// The copy is only read, and its source is not written meanwhile.
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %m = memref.alloc() : memref<8xf32>
  memref.copy %A, %m : memref<8xf32> to memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<8xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  memref.dealloc %m : memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %B[%i] : memref<8xf32>
  }
  return
}
