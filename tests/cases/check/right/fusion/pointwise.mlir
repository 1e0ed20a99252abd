// The second loop reads the cell that the first one writes in the same iteration.
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %B[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %z = affine.load %B[%i] : memref<16xf32>
    affine.store %z, %C[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @f(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %B[%i] : memref<16xf32>
    %z = affine.load %B[%i] : memref<16xf32>
    affine.store %z, %C[%i] : memref<16xf32>
  }
  return
}
