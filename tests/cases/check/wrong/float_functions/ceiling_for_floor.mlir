// Rounding down becomes rounding up.
// input: x = 0.5: 0, and 1 after it.
func.func @f(%x_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xf32>, vector<4xf32>
  %r = math.floor %x : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%x_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xf32>, vector<4xf32>
  %r = math.ceil %x : vector<4xf32>
  return %r : vector<4xf32>
}
