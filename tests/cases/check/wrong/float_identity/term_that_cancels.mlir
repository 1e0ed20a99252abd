// A number is added and subtracted that the sum does not have.
// input: x = infinity: the second program computes infinity minus infinity, which is NaN.
func.func @f(%a: f32, %b: f32, %x: f32) -> f32 {
  %s = arith.addf %a, %b fastmath<reassoc,nsz> : f32
  return %s : f32
}

// -----

func.func @f(%a: f32, %b: f32, %x: f32) -> f32 {
  %s = arith.addf %a, %x fastmath<reassoc,nsz> : f32
  %t = arith.subf %b, %x fastmath<reassoc,nsz> : f32
  %u = arith.addf %s, %t fastmath<reassoc,nsz> : f32
  return %u : f32
}
