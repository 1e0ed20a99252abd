// A maximum that returns NaN becomes one that ignores it.
// input: v = NaN, 1, 1, 1: NaN, and 1 after it.
func.func @f(%v_in: memref<4xf32>) -> f32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %r = vector.reduction <maximumf>, %v : vector<4xf32> into f32
  return %r : f32
}

// -----

func.func @f(%v_in: memref<4xf32>) -> f32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %r = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
  return %r : f32
}
