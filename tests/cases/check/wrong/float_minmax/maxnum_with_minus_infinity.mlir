// The maximum of a number and minus infinity is folded to the number.
// input: a = NaN: -inf, and NaN after it.
// source: LLVM issue #114594 (arith folder of maxnumf)
func.func @f(%a: f32) -> f32 {
  %m = arith.constant 0xFF800000 : f32
  %r = arith.maxnumf %a, %m : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  return %a : f32
}
