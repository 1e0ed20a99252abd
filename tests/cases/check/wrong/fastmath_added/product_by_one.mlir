// A number that is only moved is multiplied by 1 with flags that promise that it is no NaN.
// input: a = NaN: the first program returns it, the second one's result is poison.
func.func @f(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %p = arith.mulf %b, %c fastmath<fast> : f32
  return %a, %p : f32, f32
}

// -----

func.func @f(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %q = arith.mulf %a, %one fastmath<fast> : f32
  %p = arith.mulf %b, %c fastmath<fast> : f32
  return %q, %p : f32, f32
}
