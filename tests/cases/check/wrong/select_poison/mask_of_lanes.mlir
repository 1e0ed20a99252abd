// Lanes that a choice leaves out are masked with `andi` after they became poison.
// input: c = 0, n = 9: 0, and poison after it.
func.func @f(%c_in: memref<4xi8>, %x_in: memref<4xi8>, %n_in: memref<4xi8>) -> vector<4xi8> {
  %at = arith.constant 0 : index
  %c_bytes = vector.load %c_in[%at] : memref<4xi8>, vector<4xi8>
  %c = arith.trunci %c_bytes : vector<4xi8> to vector<4xi1>
  %x = vector.load %x_in[%at] : memref<4xi8>, vector<4xi8>
  %n = vector.load %n_in[%at] : memref<4xi8>, vector<4xi8>
  %s = arith.shrui %x, %n : vector<4xi8>
  %zero = arith.constant dense<0> : vector<4xi8>
  %r = arith.select %c, %s, %zero : vector<4xi1>, vector<4xi8>
  return %r : vector<4xi8>
}

// -----

func.func @f(%c_in: memref<4xi8>, %x_in: memref<4xi8>, %n_in: memref<4xi8>) -> vector<4xi8> {
  %at = arith.constant 0 : index
  %c_bytes = vector.load %c_in[%at] : memref<4xi8>, vector<4xi8>
  %c = arith.trunci %c_bytes : vector<4xi8> to vector<4xi1>
  %x = vector.load %x_in[%at] : memref<4xi8>, vector<4xi8>
  %n = vector.load %n_in[%at] : memref<4xi8>, vector<4xi8>
  %s = arith.shrui %x, %n : vector<4xi8>
  %m = arith.extsi %c : vector<4xi1> to vector<4xi8>
  %r = arith.andi %s, %m : vector<4xi8>
  return %r : vector<4xi8>
}
