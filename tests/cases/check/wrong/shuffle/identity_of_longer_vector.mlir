// A shuffle that takes the first lanes of a longer vector is replaced by the second vector.
// input: a = 1, b = 2: 1, and 2 after it.
func.func @f(%a_in: memref<4xi16>, %b_in: memref<4xi16>) -> vector<4xi16> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi16>, vector<4xi16>
  %b = vector.load %b_in[%at] : memref<4xi16>, vector<4xi16>
  %r = vector.shuffle %a, %b [0, 1, 2, 3] : vector<4xi16>, vector<4xi16>
  return %r : vector<4xi16>
}

// -----

func.func @f(%a_in: memref<4xi16>, %b_in: memref<4xi16>) -> vector<4xi16> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi16>, vector<4xi16>
  %b = vector.load %b_in[%at] : memref<4xi16>, vector<4xi16>
  return %b : vector<4xi16>
}
