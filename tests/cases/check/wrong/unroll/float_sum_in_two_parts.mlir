// Two partial sums replace one, without a flag that allows another order.
// input: A = 1e30, 1, -1e30, 0, ...: 0, and 1 after it.
func.func @sum(%A: memref<8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 8 iter_args(%t = %zero) -> (f32) {
    %x = affine.load %A[%i] : memref<8xf32>
    %n = arith.addf %t, %x : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

func.func @sum(%A: memref<8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %p:2 = affine.for %i = 0 to 8 step 2 iter_args(%t = %zero, %u = %zero) -> (f32, f32) {
    %x = affine.load %A[%i] : memref<8xf32>
    %n = arith.addf %t, %x : f32
    %y = affine.load %A[%i + 1] : memref<8xf32>
    %m = arith.addf %u, %y : f32
    affine.yield %n, %m : f32, f32
  }
  %s = arith.addf %p#0, %p#1 : f32
  return %s : f32
}
