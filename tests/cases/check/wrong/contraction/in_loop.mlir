// The product and the sum of a dot product become one rounding without a flag.
// input: A[0] = B[0] = 1 + 2^-27, else 0, init = -1: 2^-26, and 2^-26 + 2^-54 after it.
func.func @dot(%A: memref<8xf64>, %B: memref<8xf64>, %init: f64) -> f64 {
  %s = affine.for %i = 0 to 8 iter_args(%t = %init) -> (f64) {
    %x = affine.load %A[%i] : memref<8xf64>
    %y = affine.load %B[%i] : memref<8xf64>
    %p = arith.mulf %x, %y : f64
    %n = arith.addf %t, %p : f64
    affine.yield %n : f64
  }
  return %s : f64
}

// -----

func.func @dot(%A: memref<8xf64>, %B: memref<8xf64>, %init: f64) -> f64 {
  %s = affine.for %i = 0 to 8 iter_args(%t = %init) -> (f64) {
    %x = affine.load %A[%i] : memref<8xf64>
    %y = affine.load %B[%i] : memref<8xf64>
    %n = math.fma %x, %y, %t : f64
    affine.yield %n : f64
  }
  return %s : f64
}
