// Reversing twice changes nothing.
func.func @f(%v_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %r = vector.shuffle %v, %v [3, 2, 1, 0] : vector<4xi32>, vector<4xi32>
  %s = vector.shuffle %r, %r [3, 2, 1, 0] : vector<4xi32>, vector<4xi32>
  return %s : vector<4xi32>
}

// -----

func.func @f(%v_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  return %v : vector<4xi32>
}
