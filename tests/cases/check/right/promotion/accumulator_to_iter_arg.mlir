// The private accumulator becomes a number that the loop carries.
func.func @f(%A: memref<8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloca() : memref<1xf32>
  affine.store %zero, %t[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %o = affine.load %t[0] : memref<1xf32>
    %n = arith.addf %o, %x : f32
    affine.store %n, %t[0] : memref<1xf32>
  }
  %r = affine.load %t[0] : memref<1xf32>
  return %r : f32
}

// -----

func.func @f(%A: memref<8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 8 iter_args(%o = %zero) -> (f32) {
    %x = affine.load %A[%i] : memref<8xf32>
    %n = arith.addf %o, %x : f32
    affine.yield %n : f32
  }
  return %r : f32
}
