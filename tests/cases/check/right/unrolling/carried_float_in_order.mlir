// The carried sum of floats passes through both copies in the old order.
func.func @f(%A: memref<8xf32>, %init: f32) -> f32 {
  %s = affine.for %i = 0 to 8 iter_args(%t = %init) -> (f32) {
    %x = affine.load %A[%i] : memref<8xf32>
    %n = arith.addf %t, %x : f32
    affine.yield %n : f32
  }
  return %s : f32
}

// -----

func.func @f(%A: memref<8xf32>, %init: f32) -> f32 {
  %s = affine.for %i = 0 to 8 step 2 iter_args(%t = %init) -> (f32) {
    %x = affine.load %A[%i] : memref<8xf32>
    %n = arith.addf %t, %x : f32
    %y = affine.load %A[%i + 1] : memref<8xf32>
    %m = arith.addf %n, %y : f32
    affine.yield %m : f32
  }
  return %s : f32
}
