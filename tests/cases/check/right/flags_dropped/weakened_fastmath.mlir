// Fewer flags allow less.
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.mulf %a, %b fastmath<fast> : f32
  %r = arith.addf %s, %c fastmath<fast> : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.mulf %a, %b fastmath<reassoc,nsz> : f32
  %r = arith.addf %s, %c fastmath<contract> : f32
  return %r : f32
}
