// The order of the bytes in a word is exchanged.
// input: v = 0x01020304: the first byte is 4, and 1 after it.
func.func @f(%v_in: memref<1xi32>) -> vector<4xi8> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<1xi32>, vector<1xi32>
  %b = vector.bitcast %v : vector<1xi32> to vector<4xi8>
  return %b : vector<4xi8>
}

// -----

func.func @f(%v_in: memref<1xi32>) -> vector<4xi8> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<1xi32>, vector<1xi32>
  %b = vector.bitcast %v : vector<1xi32> to vector<4xi8>
  %r = vector.shuffle %b, %b [3, 2, 1, 0] : vector<4xi8>, vector<4xi8>
  return %r : vector<4xi8>
}
