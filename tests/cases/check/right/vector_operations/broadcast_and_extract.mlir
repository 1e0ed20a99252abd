// Each lane of a broadcast is its operand.
func.func @f(%a: f32) -> f32 {
  %v = vector.broadcast %a : f32 to vector<2x4xf32>
  %x = vector.extract %v[1, 3] : f32 from vector<2x4xf32>
  return %x : f32
}

// -----

func.func @f(%a: f32) -> f32 {
  return %a : f32
}
