// The flag allows partial sums.
func.func @f(%A: memref<16xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 16 iter_args(%t = %zero) -> (f32) {
    %x = affine.load %A[%i] : memref<16xf32>
    %n = arith.addf %t, %x fastmath<fast> : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

func.func @f(%A: memref<16xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %p:2 = affine.for %i = 0 to 16 step 2 iter_args(%t = %zero, %u = %zero) -> (f32, f32) {
    %x = affine.load %A[%i] : memref<16xf32>
    %n = arith.addf %t, %x fastmath<fast> : f32
    %y = affine.load %A[%i + 1] : memref<16xf32>
    %m = arith.addf %u, %y fastmath<fast> : f32
    affine.yield %n, %m : f32, f32
  }
  %s = arith.addf %p#0, %p#1 fastmath<fast> : f32
  return %s : f32
}
