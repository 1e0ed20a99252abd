// A sum of floats without flags runs backwards.
// input: A = 1, 1e30, -1e30, 0, ...: 0, and 1 after it.
func.func @sum(%A: memref<8xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s = affine.for %i = 0 to 8 iter_args(%t = %zero) -> (f64) {
    %x = affine.load %A[%i] : memref<8xf64>
    %n = arith.addf %t, %x : f64
    affine.yield %n : f64
  }
  return %s : f64
}

// -----

func.func @sum(%A: memref<8xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %s = affine.for %i = 0 to 8 iter_args(%t = %zero) -> (f64) {
    %x = affine.load %A[7 - %i] : memref<8xf64>
    %n = arith.addf %t, %x : f64
    affine.yield %n : f64
  }
  return %s : f64
}
