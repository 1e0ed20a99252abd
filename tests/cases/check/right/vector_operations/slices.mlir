// A slice of a slice is one slice with the sum of the offsets.
func.func @f(%v_in: memref<8xi32>) -> vector<2xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<8xi32>, vector<8xi32>
  %s = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<8xi32> to vector<4xi32>
  %t = vector.extract_strided_slice %s {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  return %t : vector<2xi32>
}

// -----

func.func @f(%v_in: memref<8xi32>) -> vector<2xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<8xi32>, vector<8xi32>
  %t = vector.extract_strided_slice %v {offsets = [3], sizes = [2], strides = [1]} : vector<8xi32> to vector<2xi32>
  return %t : vector<2xi32>
}
