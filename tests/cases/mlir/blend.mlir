// Two pictures by constant weights: (77 a + 179 b + 128) / 256.
func.func @blend(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %d77_32xi32 = arith.constant dense<77> : vector<32xi32>
  %d179_32xi32 = arith.constant dense<179> : vector<32xi32>
  %d128_32xi32 = arith.constant dense<128> : vector<32xi32>
  %d8_32xi32 = arith.constant dense<8> : vector<32xi32>
  %c0 = arith.constant 0 : index
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16128 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = arith.extui %v1 : vector<32xi8> to vector<32xi32>
    %v3 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v4 = arith.extui %v3 : vector<32xi8> to vector<32xi32>
    %v5 = arith.muli %v2, %d77_32xi32 : vector<32xi32>
    %v6 = arith.muli %v4, %d179_32xi32 : vector<32xi32>
    %v7 = arith.addi %v5, %v6 : vector<32xi32>
    %v8 = arith.addi %v7, %d128_32xi32 : vector<32xi32>
    %v9 = arith.shrui %v8, %d8_32xi32 : vector<32xi32>
    %v10 = arith.trunci %v9 : vector<32xi32> to vector<32xi8>
    vector.store %v10, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
