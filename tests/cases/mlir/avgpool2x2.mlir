// The rounded mean of two by two bytes.
func.func @avgpool2x2(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c2 = arith.constant 2 : index
  %d2_32xi16 = arith.constant dense<2> : vector<32xi16>
  %c0 = arith.constant 0 : index
  %c8064 = arith.constant 8064 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c8064 step %c32 {
    %i1 = arith.muli %i, %c2 : index
    %v2 = vector.load %a[%i1] : memref<16384xi8>, vector<64xi8>
    %v3 = vector.shuffle %v2, %v2 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62] : vector<64xi8>, vector<64xi8>
    %v4 = arith.extui %v3 : vector<32xi8> to vector<32xi16>
    %v5 = vector.shuffle %v2, %v2 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63] : vector<64xi8>, vector<64xi8>
    %v6 = arith.extui %v5 : vector<32xi8> to vector<32xi16>
    %v7 = arith.addi %v4, %v6 : vector<32xi16>
    %v8 = vector.load %b[%i1] : memref<16384xi8>, vector<64xi8>
    %v9 = vector.shuffle %v8, %v8 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62] : vector<64xi8>, vector<64xi8>
    %v10 = arith.extui %v9 : vector<32xi8> to vector<32xi16>
    %v11 = vector.shuffle %v8, %v8 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63] : vector<64xi8>, vector<64xi8>
    %v12 = arith.extui %v11 : vector<32xi8> to vector<32xi16>
    %v13 = arith.addi %v10, %v12 : vector<32xi16>
    %v14 = arith.addi %v7, %v13 : vector<32xi16>
    %v15 = arith.addi %v14, %d2_32xi16 : vector<32xi16>
    %v16 = arith.shrui %v15, %d2_32xi16 : vector<32xi16>
    %v17 = arith.trunci %v16 : vector<32xi16> to vector<32xi8>
    vector.store %v17, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
