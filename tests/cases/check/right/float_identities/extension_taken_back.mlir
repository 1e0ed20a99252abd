// Extending loses nothing, and cutting takes it back.
func.func @f(%x: f32) -> f32 {
  %y = arith.extf %x : f32 to f64
  %r = arith.truncf %y : f64 to f32
  return %r : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
