// A sum is computed in the type of the result.
// input: a = 2048, b = 1, c = 1: 2050, and 2048 after it.
func.func @f(%a: f16, %b: f16, %c: f16) -> f16 {
  %x = arith.extf %a : f16 to f32
  %y = arith.extf %b : f16 to f32
  %z = arith.extf %c : f16 to f32
  %s = arith.addf %x, %y : f32
  %t = arith.addf %s, %z : f32
  %r = arith.truncf %t : f32 to f16
  return %r : f16
}

// -----

func.func @f(%a: f16, %b: f16, %c: f16) -> f16 {
  %s = arith.addf %a, %b : f16
  %r = arith.addf %s, %c : f16
  return %r : f16
}
