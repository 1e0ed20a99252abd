// A function may be approximated after the flag is added.
// input: a = 2: the square root of 2, and anything near it after it.
func.func @f(%a: f32) -> f32 {
  %r = math.sqrt %a : f32
  return %r : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  %r = math.sqrt %a fastmath<afn> : f32
  return %r : f32
}
