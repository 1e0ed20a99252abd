// The whole memref is copied to a fast buffer and back.
func.func @f(%A: memref<8xi32>) {
  affine.for %i = 0 to 7 {
    %x = affine.load %A[%i + 1] : memref<8xi32>
    affine.store %x, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %m = memref.alloca() : memref<8xi32>
  memref.copy %A, %m : memref<8xi32> to memref<8xi32>
  affine.for %i = 0 to 7 {
    %x = affine.load %m[%i + 1] : memref<8xi32>
    affine.store %x, %m[%i] : memref<8xi32>
  }
  memref.copy %m, %A : memref<8xi32> to memref<8xi32>
  return
}
