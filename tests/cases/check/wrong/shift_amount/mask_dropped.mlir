// The amount is no longer taken modulo the width.
// input: n = 9 as i8: x << 1, and poison after it.
func.func @f(%x_in: memref<8xi8>, %n_in: memref<8xi8>) -> vector<8xi8> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<8xi8>, vector<8xi8>
  %n = vector.load %n_in[%at] : memref<8xi8>, vector<8xi8>
  %seven = arith.constant dense<7> : vector<8xi8>
  %k = arith.andi %n, %seven : vector<8xi8>
  %r = arith.shli %x, %k : vector<8xi8>
  return %r : vector<8xi8>
}

// -----

func.func @f(%x_in: memref<8xi8>, %n_in: memref<8xi8>) -> vector<8xi8> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<8xi8>, vector<8xi8>
  %n = vector.load %n_in[%at] : memref<8xi8>, vector<8xi8>
  %seven = arith.constant dense<7> : vector<8xi8>
  %r = arith.shli %x, %n : vector<8xi8>
  return %r : vector<8xi8>
}
