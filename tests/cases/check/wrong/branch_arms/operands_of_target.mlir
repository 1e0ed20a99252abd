// The numbers that two branches pass to a block are exchanged.
// input: c = true: x, and y after it.
func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  cf.cond_br %c, ^bb1(%x : f32), ^bb1(%y : f32)
^bb1(%r: f32):
  return %r : f32
}

// -----

func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  cf.cond_br %c, ^bb1(%y : f32), ^bb1(%x : f32)
^bb1(%r: f32):
  return %r : f32
}
