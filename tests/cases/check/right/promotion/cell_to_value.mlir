// The private cell is a number.
func.func @f(%a: f32, %b: f32) -> f32 {
  %t = memref.alloca() : memref<1xf32>
  %s = arith.addf %a, %b : f32
  affine.store %s, %t[0] : memref<1xf32>
  %x = affine.load %t[0] : memref<1xf32>
  %r = arith.mulf %x, %x : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32) -> f32 {
  %s = arith.addf %a, %b : f32
  %r = arith.mulf %s, %s : f32
  return %r : f32
}
