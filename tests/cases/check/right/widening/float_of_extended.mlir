// A byte without sign is a small positive integer, and both conversions give the same float.
func.func @f(%x: i8) -> f32 {
  %r = arith.uitofp %x : i8 to f32
  return %r : f32
}

// -----

func.func @f(%x: i8) -> f32 {
  %y = arith.extui %x : i8 to i32
  %r = arith.sitofp %y : i32 to f32
  return %r : f32
}
