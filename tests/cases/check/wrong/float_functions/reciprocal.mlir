// A quotient becomes a product with the reciprocal, without a flag.
// input: a = 5, b = 3: two rounded operations give another last bit than one.
func.func @f(%A: memref<8xf32>, %b: f32) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %r = arith.divf %a, %b : f32
    affine.store %r, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %b: f32) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %q = arith.divf %one, %b : f32
    %r = arith.mulf %a, %q : f32
    affine.store %r, %A[%i] : memref<8xf32>
  }
  return
}
