// The median of three rows.
func.func @median3(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16128 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v3 = vector.load %c[%i] : memref<16384xi8>, vector<32xi8>
    %v4 = arith.minui %v1, %v2 : vector<32xi8>
    %v5 = arith.maxui %v1, %v2 : vector<32xi8>
    %v6 = arith.minui %v5, %v3 : vector<32xi8>
    %v7 = arith.maxui %v4, %v6 : vector<32xi8>
    vector.store %v7, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
