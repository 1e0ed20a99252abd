// The maximum of three by three bytes.
func.func @dilate3x3(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16128 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %i2 = arith.addi %i, %c1 : index
    %v3 = vector.load %a[%i2] : memref<16384xi8>, vector<32xi8>
    %v4 = arith.maxui %v1, %v3 : vector<32xi8>
    %i5 = arith.addi %i, %c2 : index
    %v6 = vector.load %a[%i5] : memref<16384xi8>, vector<32xi8>
    %v7 = arith.maxui %v4, %v6 : vector<32xi8>
    %v8 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v9 = arith.maxui %v7, %v8 : vector<32xi8>
    %i10 = arith.addi %i, %c1 : index
    %v11 = vector.load %b[%i10] : memref<16384xi8>, vector<32xi8>
    %v12 = arith.maxui %v9, %v11 : vector<32xi8>
    %i13 = arith.addi %i, %c2 : index
    %v14 = vector.load %b[%i13] : memref<16384xi8>, vector<32xi8>
    %v15 = arith.maxui %v12, %v14 : vector<32xi8>
    %v16 = vector.load %c[%i] : memref<16384xi8>, vector<32xi8>
    %v17 = arith.maxui %v15, %v16 : vector<32xi8>
    %i18 = arith.addi %i, %c1 : index
    %v19 = vector.load %c[%i18] : memref<16384xi8>, vector<32xi8>
    %v20 = arith.maxui %v17, %v19 : vector<32xi8>
    %i21 = arith.addi %i, %c2 : index
    %v22 = vector.load %c[%i21] : memref<16384xi8>, vector<32xi8>
    %v23 = arith.maxui %v20, %v22 : vector<32xi8>
    vector.store %v23, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
