// A comparison gets all promises.
// input: a = NaN: `uno` holds; after it the result is poison.
func.func @f(%a: f32, %b: f32) -> i1 {
  %r = arith.cmpf uno, %a, %b : f32
  return %r : i1
}

// -----

func.func @f(%a: f32, %b: f32) -> i1 {
  %r = arith.cmpf uno, %a, %b fastmath<fast> : f32
  return %r : i1
}
