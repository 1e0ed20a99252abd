// The flags allow to take a factor out of a sum.
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %x = arith.mulf %a, %b fastmath<fast> : f32
  %y = arith.mulf %a, %c fastmath<fast> : f32
  %r = arith.addf %x, %y fastmath<fast> : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.addf %b, %c fastmath<fast> : f32
  %r = arith.mulf %a, %s fastmath<fast> : f32
  return %r : f32
}
