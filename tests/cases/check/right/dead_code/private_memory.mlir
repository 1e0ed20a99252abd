// Nobody reads the private memory again.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %m = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.store %x, %m[%i] : memref<8xi32>
    affine.store %x, %B[%i] : memref<8xi32>
  }
  memref.dealloc %m : memref<8xi32>
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    affine.store %x, %B[%i] : memref<8xi32>
  }
  return
}
