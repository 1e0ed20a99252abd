// -x is not 0 - x for the positive zero.
// input: x = 0: -0, and 0 after it.
func.func @f(%A: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.negf %x : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = arith.subf %zero, %x : f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  return
}
