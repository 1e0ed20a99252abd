// Bits that differ, counted in each byte.
func.func @popcounts(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16128 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v3 = arith.xori %v1, %v2 : vector<32xi8>
    %v4 = math.ctpop %v3 : vector<32xi8>
    vector.store %v4, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
