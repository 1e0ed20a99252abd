// An argument is freed.
// input: the caller reads A after the call.
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
  }
  memref.dealloc %A : memref<16xf32>
  return
}
