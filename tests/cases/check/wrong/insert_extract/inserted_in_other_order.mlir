// Two insertions of the same lane are exchanged.
// input: a = 1, b = 2: lane 0 is 2, and 1 after it.
func.func @f(%v_in: memref<4xf32>, %a: f32, %b: f32) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %w = vector.insert %a, %v [0] : f32 into vector<4xf32>
  %x = vector.insert %b, %w [0] : f32 into vector<4xf32>
  return %x : vector<4xf32>
}

// -----

func.func @f(%v_in: memref<4xf32>, %a: f32, %b: f32) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %w = vector.insert %b, %v [0] : f32 into vector<4xf32>
  %x = vector.insert %a, %w [0] : f32 into vector<4xf32>
  return %x : vector<4xf32>
}
