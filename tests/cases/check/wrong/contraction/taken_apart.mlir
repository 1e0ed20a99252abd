// An operation that rounds once becomes two that round twice: `contract` allows to join them, and not to take one apart.
// input: a = b = 1 + 2^-23, c = -1 - 2^-22: the first program returns 2^-46, the second 0.
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %r = math.fma %a, %b, %c fastmath<contract> : f32
  %p = arith.mulf %b, %c fastmath<contract> : f32
  %s = arith.addf %p, %r fastmath<contract> : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %p = arith.mulf %a, %b fastmath<contract> : f32
  %r = arith.addf %p, %c fastmath<contract> : f32
  return %r : f32
}
