// A minimum that returns a NaN becomes one that ignores it.
// input: a = NaN, b = 1: NaN, and 1 after it.
func.func @f(%A: memref<8xf64>, %B: memref<8xf64>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf64>
    %b = affine.load %B[%i] : memref<8xf64>
    %r = arith.minimumf %a, %b : f64
    affine.store %r, %B[%i] : memref<8xf64>
  }
  return
}

// -----

func.func @f(%A: memref<8xf64>, %B: memref<8xf64>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf64>
    %b = affine.load %B[%i] : memref<8xf64>
    %r = arith.minnumf %a, %b : f64
    affine.store %r, %B[%i] : memref<8xf64>
  }
  return
}
