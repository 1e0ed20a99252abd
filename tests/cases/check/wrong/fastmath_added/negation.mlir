// A negation gets the promise that no NaN occurs.
// input: x = NaN: NaN, and poison after it.
func.func @f(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf32>
    %y = arith.negf %x : f32
    affine.store %y, %A[%i] : memref<4xf32>
  }
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf32>
    %y = arith.negf %x fastmath<nnan> : f32
    affine.store %y, %A[%i] : memref<4xf32>
  }
  return
}
