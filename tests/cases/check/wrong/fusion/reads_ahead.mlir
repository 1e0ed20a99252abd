// The second loop reads the cell after the one that the fused first statement has just written.
// input: A = 1, B = 0: C[0] is 1, and 0 after it.
func.func @ahead(%A: memref<16xf32>, %B: memref<17xf32>, %C: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<17xf32>
  }
  affine.for %i = 0 to 16 {
    %y = affine.load %B[%i + 1] : memref<17xf32>
    affine.store %y, %C[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @ahead(%A: memref<16xf32>, %B: memref<17xf32>, %C: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<17xf32>
    %y = affine.load %B[%i + 1] : memref<17xf32>
    affine.store %y, %C[%i] : memref<16xf32>
  }
  return
}
