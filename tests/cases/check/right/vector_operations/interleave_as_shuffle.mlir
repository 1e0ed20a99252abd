// Interleaving is a shuffle of both vectors.
func.func @f(%a_in: memref<4xf32>, %b_in: memref<4xf32>) -> vector<8xf32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xf32>, vector<4xf32>
  %b = vector.load %b_in[%at] : memref<4xf32>, vector<4xf32>
  %r = vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>
  return %r : vector<8xf32>
}

// -----

func.func @f(%a_in: memref<4xf32>, %b_in: memref<4xf32>) -> vector<8xf32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xf32>, vector<4xf32>
  %b = vector.load %b_in[%at] : memref<4xf32>, vector<4xf32>
  %r = vector.shuffle %a, %b [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
  return %r : vector<8xf32>
}
