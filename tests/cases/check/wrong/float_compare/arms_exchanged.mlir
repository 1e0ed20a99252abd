// The comparison is turned round and the arms with it, but the predicate stays ordered.
// input: a = NaN, x = 1, y = 2: 2, and 1 after it.
func.func @f(%a: f32, %b: f32, %x: f32, %y: f32) -> f32 {
  %p = arith.cmpf olt, %a, %b : f32
  %r = arith.select %p, %x, %y : f32
  return %r : f32
}

// -----

func.func @f(%a: f32, %b: f32, %x: f32, %y: f32) -> f32 {
  %p = arith.cmpf oge, %a, %b : f32
  %r = arith.select %p, %y, %x : f32
  return %r : f32
}
