// The composed shuffle takes each lane where the second finds it in the first.
func.func @f(%v_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %s = vector.shuffle %v, %v [1, 2, 3, 0] : vector<4xi32>, vector<4xi32>
  %r = vector.shuffle %s, %s [1, 0, 2, 3] : vector<4xi32>, vector<4xi32>
  return %r : vector<4xi32>
}

// -----

func.func @f(%v_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %r = vector.shuffle %v, %v [2, 1, 3, 0] : vector<4xi32>, vector<4xi32>
  return %r : vector<4xi32>
}
