// Cutting takes back the extension.
func.func @f(%v_in: memref<8xi8>) -> vector<8xi8> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<8xi8>, vector<8xi8>
  %x = arith.extsi %v : vector<8xi8> to vector<8xi32>
  %r = arith.trunci %x : vector<8xi32> to vector<8xi8>
  return %r : vector<8xi8>
}

// -----

func.func @f(%v_in: memref<8xi8>) -> vector<8xi8> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<8xi8>, vector<8xi8>
  return %v : vector<8xi8>
}
