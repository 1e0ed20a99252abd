// The second statement feeds the first one of the next iteration, so that the loop may not be split in this order.
// input: A = 1, B = 0: C[2] is 1, and 0 after it.
func.func @split(%A: memref<16xf32>, %B: memref<17xf32>, %C: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %y = affine.load %B[%i] : memref<17xf32>
    affine.store %y, %C[%i] : memref<16xf32>
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i + 1] : memref<17xf32>
  }
  return
}

// -----

func.func @split(%A: memref<16xf32>, %B: memref<17xf32>, %C: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %y = affine.load %B[%i] : memref<17xf32>
    affine.store %y, %C[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i + 1] : memref<17xf32>
  }
  return
}
