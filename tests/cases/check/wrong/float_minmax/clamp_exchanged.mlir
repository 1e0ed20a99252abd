// The two bounds of a clamp are exchanged in order.
// input: x = 5, low = 3, high = 1: min(max(5, 3), 1) = 1, and max(min(5, 1), 3) = 3 after it.
func.func @clamp(%x: f32, %low: f32, %high: f32) -> f32 {
  %a = arith.maximumf %x, %low : f32
  %r = arith.minimumf %a, %high : f32
  return %r : f32
}

// -----

func.func @clamp(%x: f32, %low: f32, %high: f32) -> f32 {
  %a = arith.minimumf %x, %high : f32
  %r = arith.maximumf %a, %low : f32
  return %r : f32
}
