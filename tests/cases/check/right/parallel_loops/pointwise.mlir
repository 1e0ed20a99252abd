// Each iteration reads and writes its own cell.
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    %y = affine.load %B[%i] : memref<16xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %B[%i] : memref<16xf32>
  }
  return
}

// -----

func.func @f(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.parallel (%i) = (0) to (16) {
    %x = affine.load %A[%i] : memref<16xf32>
    %y = affine.load %B[%i] : memref<16xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %B[%i] : memref<16xf32>
  }
  return
}
