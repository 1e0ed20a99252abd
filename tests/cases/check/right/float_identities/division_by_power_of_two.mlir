// The reciprocal of 4 is exact.
func.func @f(%A: memref<8xf32>) {
  %c = arith.constant 4.0 : f32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.divf %x, %c : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>) {
  %c = arith.constant 0.25 : f32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.mulf %x, %c : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}
