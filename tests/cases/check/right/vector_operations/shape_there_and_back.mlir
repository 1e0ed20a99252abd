// The lanes keep their order under both casts.
func.func @f(%v_in: memref<8xi32>) -> vector<8xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<8xi32>, vector<8xi32>
  %s = vector.shape_cast %v : vector<8xi32> to vector<2x4xi32>
  %t = vector.shape_cast %s : vector<2x4xi32> to vector<8xi32>
  return %t : vector<8xi32>
}

// -----

func.func @f(%v_in: memref<8xi32>) -> vector<8xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<8xi32>, vector<8xi32>
  return %v : vector<8xi32>
}
