// The row that is inserted goes to another place.
// input: v = 1, m = 0: row 0 is 1, and row 1 after it.
func.func @f(%v_in: memref<4xf32>, %m_in: memref<2x4xf32>) -> vector<2x4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %m = vector.load %m_in[%at, %at] : memref<2x4xf32>, vector<2x4xf32>
  %r = vector.insert %v, %m [0] : vector<4xf32> into vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

func.func @f(%v_in: memref<4xf32>, %m_in: memref<2x4xf32>) -> vector<2x4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %m = vector.load %m_in[%at, %at] : memref<2x4xf32>, vector<2x4xf32>
  %r = vector.insert %v, %m [1] : vector<4xf32> into vector<2x4xf32>
  return %r : vector<2x4xf32>
}
