// a + b of bytes, at most 255.
func.func @add_saturated(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %d255_32xi16 = arith.constant dense<255> : vector<32xi16>
  %c0 = arith.constant 0 : index
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16128 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = arith.extui %v1 : vector<32xi8> to vector<32xi16>
    %v3 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v4 = arith.extui %v3 : vector<32xi8> to vector<32xi16>
    %v5 = arith.addi %v2, %v4 : vector<32xi16>
    %v6 = arith.minui %v5, %d255_32xi16 : vector<32xi16>
    %v7 = arith.trunci %v6 : vector<32xi16> to vector<32xi8>
    vector.store %v7, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
