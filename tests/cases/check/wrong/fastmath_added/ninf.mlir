// A product gets the promise that no infinity occurs.
// input: a = inf, b = 1: inf, and poison after it.
func.func @f(%A: memref<4xf64>, %b: f64) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf64>
    %r = arith.mulf %a, %b : f64
    affine.store %r, %A[%i] : memref<4xf64>
  }
  return
}

// -----

func.func @f(%A: memref<4xf64>, %b: f64) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf64>
    %r = arith.mulf %a, %b fastmath<ninf> : f64
    affine.store %r, %A[%i] : memref<4xf64>
  }
  return
}
