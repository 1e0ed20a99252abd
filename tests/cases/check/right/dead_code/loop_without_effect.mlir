// The loop computes a number that nobody uses.
func.func @f(%A: memref<8xf32>, %a: f32) -> f32 {
  %s = affine.for %i = 0 to 8 iter_args(%t = %a) -> (f32) {
    %x = affine.load %A[%i] : memref<8xf32>
    %n = arith.addf %t, %x : f32
    affine.yield %n : f32
  }
  return %a : f32
}

// -----

func.func @f(%A: memref<8xf32>, %a: f32) -> f32 {
  return %a : f32
}
