// The gradient of three rows: |gx| + |gy|, at most 255.
func.func @sobel(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d2_32xi16 = arith.constant dense<2> : vector<32xi16>
  %d255_32xi16 = arith.constant dense<255> : vector<32xi16>
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
    %v9 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v10 = arith.extui %v9 : vector<32xi8> to vector<32xi16>
    %i11 = arith.addi %i, %c2 : index
    %v12 = vector.load %b[%i11] : memref<16384xi8>, vector<32xi8>
    %v13 = arith.extui %v12 : vector<32xi8> to vector<32xi16>
    %v14 = vector.load %c[%i] : memref<16384xi8>, vector<32xi8>
    %v15 = arith.extui %v14 : vector<32xi8> to vector<32xi16>
    %i16 = arith.addi %i, %c1 : index
    %v17 = vector.load %c[%i16] : memref<16384xi8>, vector<32xi8>
    %v18 = arith.extui %v17 : vector<32xi8> to vector<32xi16>
    %i19 = arith.addi %i, %c2 : index
    %v20 = vector.load %c[%i19] : memref<16384xi8>, vector<32xi8>
    %v21 = arith.extui %v20 : vector<32xi8> to vector<32xi16>
    %v22 = arith.muli %v13, %d2_32xi16 : vector<32xi16>
    %v23 = arith.addi %v8, %v22 : vector<32xi16>
    %v24 = arith.addi %v23, %v21 : vector<32xi16>
    %v25 = arith.muli %v10, %d2_32xi16 : vector<32xi16>
    %v26 = arith.addi %v2, %v25 : vector<32xi16>
    %v27 = arith.addi %v26, %v15 : vector<32xi16>
    %v28 = arith.subi %v24, %v27 : vector<32xi16>
    %v29 = arith.muli %v18, %d2_32xi16 : vector<32xi16>
    %v30 = arith.addi %v15, %v29 : vector<32xi16>
    %v31 = arith.addi %v30, %v21 : vector<32xi16>
    %v32 = arith.muli %v5, %d2_32xi16 : vector<32xi16>
    %v33 = arith.addi %v2, %v32 : vector<32xi16>
    %v34 = arith.addi %v33, %v8 : vector<32xi16>
    %v35 = arith.subi %v31, %v34 : vector<32xi16>
    %v36 = math.absi %v28 : vector<32xi16>
    %v37 = math.absi %v35 : vector<32xi16>
    %v38 = arith.addi %v36, %v37 : vector<32xi16>
    %v39 = arith.minsi %v38, %d255_32xi16 : vector<32xi16>
    %v40 = arith.trunci %v39 : vector<32xi16> to vector<32xi8>
    vector.store %v40, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
