// A conversion to an integer and back is taken for no change.
// input: x = 1.5: 1, and 1.5 after it.
func.func @f(%x: f32) -> f32 {
  %n = arith.fptosi %x : f32 to i32
  %y = arith.sitofp %n : i32 to f32
  return %y : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
