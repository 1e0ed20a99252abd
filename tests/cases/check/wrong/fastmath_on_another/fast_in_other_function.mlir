// The called function gets the flags of its caller.
// input: a = NaN, b = 0: NaN, and poison after it.
// entry: f
func.func private @inner(%a: f32, %b: f32) -> f32 {
  %r = arith.addf %a, %b : f32
  return %r : f32
}

func.func @f(%a: f32, %b: f32) -> (f32, f32) {
  %x = func.call @inner(%a, %b) : (f32, f32) -> f32
  %y = arith.addf %b, %b fastmath<fast> : f32
  return %x, %y : f32, f32
}

// -----

func.func private @inner(%a: f32, %b: f32) -> f32 {
  %r = arith.addf %a, %b fastmath<fast> : f32
  return %r : f32
}

func.func @f(%a: f32, %b: f32) -> (f32, f32) {
  %x = func.call @inner(%a, %b) : (f32, f32) -> f32
  %y = arith.addf %b, %b fastmath<fast> : f32
  return %x, %y : f32, f32
}
