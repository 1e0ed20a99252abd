// The lanes of two vectors alternate, and come one after the other.
// input: a = 0, 1, b = 2, 3: 0, 2, 1, 3, and 0, 1, 2, 3 after it.
func.func @f(%a_in: memref<2xf32>, %b_in: memref<2xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<2xf32>, vector<2xf32>
  %b = vector.load %b_in[%at] : memref<2xf32>, vector<2xf32>
  %r = vector.interleave %a, %b : vector<2xf32> -> vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a_in: memref<2xf32>, %b_in: memref<2xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<2xf32>, vector<2xf32>
  %b = vector.load %b_in[%at] : memref<2xf32>, vector<2xf32>
  %r = vector.shuffle %a, %b [0, 1, 2, 3] : vector<2xf32>, vector<2xf32>
  return %r : vector<4xf32>
}
