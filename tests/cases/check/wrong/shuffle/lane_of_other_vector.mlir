// A lane comes from the other vector.
// input: a = 0, 1, 2, 3, b = 4, 5, 6, 7: 0, 4, 1, 5, and 0, 4, 5, 1 after it.
func.func @f(%a_in: memref<4xi32>, %b_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi32>, vector<4xi32>
  %b = vector.load %b_in[%at] : memref<4xi32>, vector<4xi32>
  %r = vector.shuffle %a, %b [0, 4, 1, 5] : vector<4xi32>, vector<4xi32>
  return %r : vector<4xi32>
}

// -----

func.func @f(%a_in: memref<4xi32>, %b_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi32>, vector<4xi32>
  %b = vector.load %b_in[%at] : memref<4xi32>, vector<4xi32>
  %r = vector.shuffle %a, %b [0, 4, 5, 1] : vector<4xi32>, vector<4xi32>
  return %r : vector<4xi32>
}
