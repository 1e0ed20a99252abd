// A transposition undoes the other.
func.func @f(%v_in: memref<2x3xi32>) -> vector<2x3xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<2x3xi32>, vector<2x3xi32>
  %t = vector.transpose %v, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %u = vector.transpose %t, [1, 0] : vector<3x2xi32> to vector<2x3xi32>
  return %u : vector<2x3xi32>
}

// -----

func.func @f(%v_in: memref<2x3xi32>) -> vector<2x3xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<2x3xi32>, vector<2x3xi32>
  return %v : vector<2x3xi32>
}
