// A Gaussian of three by three over rows a, b and c.
func.func @gaussian3x3(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d2_32xi16 = arith.constant dense<2> : vector<32xi16>
  %d8_32xi16 = arith.constant dense<8> : vector<32xi16>
  %d4_32xi16 = arith.constant dense<4> : vector<32xi16>
  %c0 = arith.constant 0 : index
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16128 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = arith.extui %v1 : vector<32xi8> to vector<32xi16>
    %i3 = arith.addi %i, %c1 : index
    %v4 = vector.load %a[%i3] : memref<16384xi8>, vector<32xi8>
    %v5 = arith.extui %v4 : vector<32xi8> to vector<32xi16>
    %i6 = arith.addi %i, %c2 : index
    %v7 = vector.load %a[%i6] : memref<16384xi8>, vector<32xi8>
    %v8 = arith.extui %v7 : vector<32xi8> to vector<32xi16>
    %v9 = arith.muli %v5, %d2_32xi16 : vector<32xi16>
    %v10 = arith.addi %v2, %v9 : vector<32xi16>
    %v11 = arith.addi %v10, %v8 : vector<32xi16>
    %v12 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v13 = arith.extui %v12 : vector<32xi8> to vector<32xi16>
    %i14 = arith.addi %i, %c1 : index
    %v15 = vector.load %b[%i14] : memref<16384xi8>, vector<32xi8>
    %v16 = arith.extui %v15 : vector<32xi8> to vector<32xi16>
    %i17 = arith.addi %i, %c2 : index
    %v18 = vector.load %b[%i17] : memref<16384xi8>, vector<32xi8>
    %v19 = arith.extui %v18 : vector<32xi8> to vector<32xi16>
    %v20 = arith.muli %v16, %d2_32xi16 : vector<32xi16>
    %v21 = arith.addi %v13, %v20 : vector<32xi16>
    %v22 = arith.addi %v21, %v19 : vector<32xi16>
    %v23 = arith.muli %v22, %d2_32xi16 : vector<32xi16>
    %v24 = vector.load %c[%i] : memref<16384xi8>, vector<32xi8>
    %v25 = arith.extui %v24 : vector<32xi8> to vector<32xi16>
    %i26 = arith.addi %i, %c1 : index
    %v27 = vector.load %c[%i26] : memref<16384xi8>, vector<32xi8>
    %v28 = arith.extui %v27 : vector<32xi8> to vector<32xi16>
    %i29 = arith.addi %i, %c2 : index
    %v30 = vector.load %c[%i29] : memref<16384xi8>, vector<32xi8>
    %v31 = arith.extui %v30 : vector<32xi8> to vector<32xi16>
    %v32 = arith.muli %v28, %d2_32xi16 : vector<32xi16>
    %v33 = arith.addi %v25, %v32 : vector<32xi16>
    %v34 = arith.addi %v33, %v31 : vector<32xi16>
    %v35 = arith.addi %v11, %v23 : vector<32xi16>
    %v36 = arith.addi %v35, %v34 : vector<32xi16>
    %v37 = arith.addi %v36, %d8_32xi16 : vector<32xi16>
    %v38 = arith.shrui %v37, %d4_32xi16 : vector<32xi16>
    %v39 = arith.trunci %v38 : vector<32xi16> to vector<32xi8>
    vector.store %v39, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
