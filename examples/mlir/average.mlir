// Averages two vectors of bytes and rounds up.
func.func @average(%a: memref<4096xi8>, %b: memref<4096xi8>, %out: memref<4096xi8>, %i: index) {
  %one = arith.constant dense<1> : vector<32xi16>
  %x = vector.load %a[%i] : memref<4096xi8>, vector<32xi8>
  %y = vector.load %b[%i] : memref<4096xi8>, vector<32xi8>
  %wx = arith.extui %x : vector<32xi8> to vector<32xi16>
  %wy = arith.extui %y : vector<32xi8> to vector<32xi16>
  %sum = arith.addi %wx, %wy : vector<32xi16>
  %up = arith.addi %sum, %one : vector<32xi16>
  %half = arith.shrui %up, %one : vector<32xi16>
  %narrow = arith.trunci %half : vector<32xi16> to vector<32xi8>
  vector.store %narrow, %out[%i] : memref<4096xi8>, vector<32xi8>
  return
}
