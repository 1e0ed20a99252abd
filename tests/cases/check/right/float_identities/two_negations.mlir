// -(-x) is x.
func.func @f(%v_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %n = arith.negf %v : vector<4xf32>
  %r = arith.negf %n : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%v_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
