// The absolute value becomes a choice that leaves the sign of -0.
// input: x = -0: 0, and -0 after it.
func.func @f(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = math.absf %x : f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %p = arith.cmpf olt, %x, %zero : f32
  %n = arith.negf %x : f32
  %r = arith.select %p, %n, %x : f32
  return %r : f32
}
