// The loop starts with another number.
// input: A = 0, s = 1, p = 2: 1, and 2 after it.
func.func @f(%A: memref<4xf32>, %s: f32, %p: f32) -> f32 {
  %r = affine.for %i = 0 to 4 iter_args(%t = %s) -> (f32) {
    %x = affine.load %A[%i] : memref<4xf32>
    %n = arith.addf %t, %x : f32
    affine.yield %n : f32
  }
  return %r : f32
}

// -----

func.func @f(%A: memref<4xf32>, %s: f32, %p: f32) -> f32 {
  %r = affine.for %i = 0 to 4 iter_args(%t = %p) -> (f32) {
    %x = affine.load %A[%i] : memref<4xf32>
    %n = arith.addf %t, %x : f32
    affine.yield %n : f32
  }
  return %r : f32
}
