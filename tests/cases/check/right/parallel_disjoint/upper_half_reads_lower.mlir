// The upper half is written, and the lower half only read.
func.func @f(%A: memref<16xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<16xf32>
    %y = arith.negf %x : f32
    affine.store %y, %A[%i + 8] : memref<16xf32>
  }
  return
}

// -----

func.func @f(%A: memref<16xf32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<16xf32>
    %y = arith.negf %x : f32
    affine.store %y, %A[%i + 8] : memref<16xf32>
  }
  return
}
