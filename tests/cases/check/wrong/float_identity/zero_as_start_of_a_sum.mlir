// A sum of one number that starts at 0 becomes the number itself.
// input: A[0] = -0: 0 + -0 = 0, and -0 after it.
func.func @f(%A: memref<1xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 1 iter_args(%t = %zero) -> (f32) {
    %x = affine.load %A[%i] : memref<1xf32>
    %n = arith.addf %t, %x : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

func.func @f(%A: memref<1xf32>) -> f32 {
  %s = affine.load %A[0] : memref<1xf32>
  return %s : f32
}
