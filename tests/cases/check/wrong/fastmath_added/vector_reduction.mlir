// The lanes of a reduction may be added in any order after the flag is added.
// input: v = 1e30, 1, -1e30, 0, a = 0: 0, and also 1 after it.
func.func @f(%v_in: memref<4xf32>, %a: f32) -> f32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %r = vector.reduction <add>, %v, %a : vector<4xf32> into f32
  return %r : f32
}

// -----

func.func @f(%v_in: memref<4xf32>, %a: f32) -> f32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %r = vector.reduction <add>, %v, %a fastmath<reassoc> : vector<4xf32> into f32
  return %r : f32
}
