// The lane that was inserted is extracted.
func.func @f(%v_in: memref<4xf32>, %a: f32) -> f32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %w = vector.insert %a, %v [2] : f32 into vector<4xf32>
  %x = vector.extract %w[2] : f32 from vector<4xf32>
  return %x : f32
}

// -----

func.func @f(%v_in: memref<4xf32>, %a: f32) -> f32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  return %a : f32
}
