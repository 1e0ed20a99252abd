// The mean of three by three bytes by a reciprocal: (sum 7282 + 32768) / 65536.
func.func @box3x3(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d7282_32xi32 = arith.constant dense<7282> : vector<32xi32>
  %d32768_32xi32 = arith.constant dense<32768> : vector<32xi32>
  %d16_32xi32 = arith.constant dense<16> : vector<32xi32>
  %c0 = arith.constant 0 : index
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16128 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = arith.extui %v1 : vector<32xi8> to vector<32xi32>
    %i3 = arith.addi %i, %c1 : index
    %v4 = vector.load %a[%i3] : memref<16384xi8>, vector<32xi8>
    %v5 = arith.extui %v4 : vector<32xi8> to vector<32xi32>
    %v6 = arith.addi %v2, %v5 : vector<32xi32>
    %i7 = arith.addi %i, %c2 : index
    %v8 = vector.load %a[%i7] : memref<16384xi8>, vector<32xi8>
    %v9 = arith.extui %v8 : vector<32xi8> to vector<32xi32>
    %v10 = arith.addi %v6, %v9 : vector<32xi32>
    %v11 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v12 = arith.extui %v11 : vector<32xi8> to vector<32xi32>
    %v13 = arith.addi %v10, %v12 : vector<32xi32>
    %i14 = arith.addi %i, %c1 : index
    %v15 = vector.load %b[%i14] : memref<16384xi8>, vector<32xi8>
    %v16 = arith.extui %v15 : vector<32xi8> to vector<32xi32>
    %v17 = arith.addi %v13, %v16 : vector<32xi32>
    %i18 = arith.addi %i, %c2 : index
    %v19 = vector.load %b[%i18] : memref<16384xi8>, vector<32xi8>
    %v20 = arith.extui %v19 : vector<32xi8> to vector<32xi32>
    %v21 = arith.addi %v17, %v20 : vector<32xi32>
    %v22 = vector.load %c[%i] : memref<16384xi8>, vector<32xi8>
    %v23 = arith.extui %v22 : vector<32xi8> to vector<32xi32>
    %v24 = arith.addi %v21, %v23 : vector<32xi32>
    %i25 = arith.addi %i, %c1 : index
    %v26 = vector.load %c[%i25] : memref<16384xi8>, vector<32xi8>
    %v27 = arith.extui %v26 : vector<32xi8> to vector<32xi32>
    %v28 = arith.addi %v24, %v27 : vector<32xi32>
    %i29 = arith.addi %i, %c2 : index
    %v30 = vector.load %c[%i29] : memref<16384xi8>, vector<32xi8>
    %v31 = arith.extui %v30 : vector<32xi8> to vector<32xi32>
    %v32 = arith.addi %v28, %v31 : vector<32xi32>
    %v33 = arith.muli %v32, %d7282_32xi32 : vector<32xi32>
    %v34 = arith.addi %v33, %d32768_32xi32 : vector<32xi32>
    %v35 = arith.shrui %v34, %d16_32xi32 : vector<32xi32>
    %v36 = arith.trunci %v35 : vector<32xi32> to vector<32xi8>
    vector.store %v36, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
