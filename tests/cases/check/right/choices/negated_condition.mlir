// A negated condition chooses the other way round.
func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  %r = arith.select %n, %x, %y : f32
  return %r : f32
}

// -----

func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  %true = arith.constant true
  %r = arith.select %c, %y, %x : f32
  return %r : f32
}
