// The flag on both sums allows to regroup them.
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.addf %a, %b fastmath<reassoc,nsz> : f32
  %t = arith.addf %s, %c fastmath<reassoc,nsz> : f32
  return %t : f32
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %s = arith.addf %b, %c fastmath<reassoc,nsz> : f32
  %t = arith.addf %a, %s fastmath<reassoc,nsz> : f32
  return %t : f32
}
