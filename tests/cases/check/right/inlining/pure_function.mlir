// The body stands in place of the call.
// entry: f
func.func private @square_sum(%x: f32, %y: f32) -> f32 {
  %a = arith.mulf %x, %x : f32
  %b = arith.mulf %y, %y : f32
  %c = arith.addf %a, %b : f32
  return %c : f32
}

func.func @f(%a: f32, %b: f32) -> f32 {
  %r = func.call @square_sum(%a, %b) : (f32, f32) -> f32
  return %r : f32
}

// -----

func.func private @square_sum(%x: f32, %y: f32) -> f32 {
  %a = arith.mulf %x, %x : f32
  %b = arith.mulf %y, %y : f32
  %c = arith.addf %a, %b : f32
  return %c : f32
}

func.func @f(%a: f32, %b: f32) -> f32 {
  %p = arith.mulf %a, %a : f32
  %q = arith.mulf %b, %b : f32
  %r = arith.addf %p, %q : f32
  return %r : f32
}
