// The slice begins one lane later.
// input: v = 0, 1, ..., 7: 2, 3, 4, 5, and 3, 4, 5, 6 after it.
func.func @f(%v_in: memref<8xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<8xi32>, vector<8xi32>
  %s = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<8xi32> to vector<4xi32>
  return %s : vector<4xi32>
}

// -----

func.func @f(%v_in: memref<8xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<8xi32>, vector<8xi32>
  %s = vector.extract_strided_slice %v {offsets = [3], sizes = [4], strides = [1]} : vector<8xi32> to vector<4xi32>
  return %s : vector<4xi32>
}
