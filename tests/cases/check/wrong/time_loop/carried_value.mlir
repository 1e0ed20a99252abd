// A value that the loop carries is stored, and the second program stores the first one each time.
// input: A = 0, 0, s = 1: A[0] is 2, and 1 after it.
func.func @carry(%A: memref<2xf64>, %s: f64) {
  %last = affine.for %t = 0 to 3 iter_args(%c = %s) -> (f64) {
    affine.store %c, %A[0] : memref<2xf64>
    %d = arith.addf %s, %s : f64
    affine.yield %d : f64
  }
  return
}

// -----

func.func @carry(%A: memref<2xf64>, %s: f64) {
  %last = affine.for %t = 0 to 3 iter_args(%c = %s) -> (f64) {
    affine.store %s, %A[0] : memref<2xf64>
    %d = arith.addf %s, %s : f64
    affine.yield %d : f64
  }
  return
}
