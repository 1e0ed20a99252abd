// A picture over another by a mask, divided by 255 with rounding.
func.func @blend_mask(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %d255_32xi16 = arith.constant dense<255> : vector<32xi16>
  %d128_32xi16 = arith.constant dense<128> : vector<32xi16>
  %d8_32xi16 = arith.constant dense<8> : vector<32xi16>
  %c0 = arith.constant 0 : index
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16128 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = arith.extui %v1 : vector<32xi8> to vector<32xi16>
    %v3 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v4 = arith.extui %v3 : vector<32xi8> to vector<32xi16>
    %v5 = vector.load %c[%i] : memref<16384xi8>, vector<32xi8>
    %v6 = arith.extui %v5 : vector<32xi8> to vector<32xi16>
    %v7 = arith.subi %d255_32xi16, %v6 : vector<32xi16>
    %v8 = arith.muli %v2, %v6 : vector<32xi16>
    %v9 = arith.muli %v4, %v7 : vector<32xi16>
    %v10 = arith.addi %v8, %v9 : vector<32xi16>
    %v11 = arith.addi %v10, %d128_32xi16 : vector<32xi16>
    %v12 = arith.shrui %v11, %d8_32xi16 : vector<32xi16>
    %v13 = arith.addi %v11, %v12 : vector<32xi16>
    %v14 = arith.shrui %v13, %d8_32xi16 : vector<32xi16>
    %v15 = arith.trunci %v14 : vector<32xi16> to vector<32xi8>
    vector.store %v15, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
