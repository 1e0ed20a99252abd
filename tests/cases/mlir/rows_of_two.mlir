// A block of two rows of bytes, averaged as one vector of two dimensions.
func.func @rows_of_two(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c32 = arith.constant 32 : index
  %d3_2x32xi16 = arith.constant dense<3> : vector<2x32xi16>
  %d2_2x32xi16 = arith.constant dense<2> : vector<2x32xi16>
  %c0 = arith.constant 0 : index
  %c7936 = arith.constant 7936 : index
  scf.for %i = %c0 to %c7936 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %i2 = arith.addi %i, %c32 : index
    %v3 = vector.load %a[%i2] : memref<16384xi8>, vector<32xi8>
    %v4 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %i5 = arith.addi %i, %c32 : index
    %v6 = vector.load %b[%i5] : memref<16384xi8>, vector<32xi8>
    %v7 = vector.shuffle %v1, %v3 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63] : vector<32xi8>, vector<32xi8>
    %v8 = vector.shape_cast %v7 : vector<64xi8> to vector<2x32xi8>
    %v9 = vector.shuffle %v4, %v6 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63] : vector<32xi8>, vector<32xi8>
    %v10 = vector.shape_cast %v9 : vector<64xi8> to vector<2x32xi8>
    %v11 = arith.extui %v8 : vector<2x32xi8> to vector<2x32xi16>
    %v12 = arith.muli %v11, %d3_2x32xi16 : vector<2x32xi16>
    %v13 = arith.extui %v10 : vector<2x32xi8> to vector<2x32xi16>
    %v14 = arith.addi %v13, %d2_2x32xi16 : vector<2x32xi16>
    %v15 = arith.addi %v12, %v14 : vector<2x32xi16>
    %v16 = arith.shrui %v15, %d2_2x32xi16 : vector<2x32xi16>
    %v17 = arith.trunci %v16 : vector<2x32xi16> to vector<2x32xi8>
    %v18 = vector.extract %v17[0] : vector<32xi8> from vector<2x32xi8>
    vector.store %v18, %out[%i] : memref<16384xi8>, vector<32xi8>
    %v19 = vector.extract %v17[1] : vector<32xi8> from vector<2x32xi8>
    %i20 = arith.addi %i, %c32 : index
    vector.store %v19, %out[%i20] : memref<16384xi8>, vector<32xi8>
  }
  return
}
