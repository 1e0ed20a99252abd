// Pixels of four bytes by their alpha, divided by 255 with rounding.
func.func @premultiply(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c4 = arith.constant 4 : index
  %d128_32xi16 = arith.constant dense<128> : vector<32xi16>
  %d8_32xi16 = arith.constant dense<8> : vector<32xi16>
  %c0 = arith.constant 0 : index
  %c4032 = arith.constant 4032 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4032 step %c8 {
    %i1 = arith.muli %i, %c4 : index
    %v2 = vector.load %a[%i1] : memref<16384xi8>, vector<32xi8>
    %v3 = vector.shuffle %v2, %v2 [3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15, 19, 19, 19, 19, 23, 23, 23, 23, 27, 27, 27, 27, 31, 31, 31, 31] : vector<32xi8>, vector<32xi8>
    %v4 = arith.extui %v2 : vector<32xi8> to vector<32xi16>
    %v5 = arith.extui %v3 : vector<32xi8> to vector<32xi16>
    %v6 = arith.muli %v4, %v5 : vector<32xi16>
    %v7 = arith.addi %v6, %d128_32xi16 : vector<32xi16>
    %v8 = arith.shrui %v7, %d8_32xi16 : vector<32xi16>
    %v9 = arith.addi %v7, %v8 : vector<32xi16>
    %v10 = arith.shrui %v9, %d8_32xi16 : vector<32xi16>
    %v11 = arith.trunci %v10 : vector<32xi16> to vector<32xi8>
    %v12 = vector.shuffle %v11, %v2 [0, 1, 2, 35, 4, 5, 6, 39, 8, 9, 10, 43, 12, 13, 14, 47, 16, 17, 18, 51, 20, 21, 22, 55, 24, 25, 26, 59, 28, 29, 30, 63] : vector<32xi8>, vector<32xi8>
    vector.store %v12, %out[%i1] : memref<16384xi8>, vector<32xi8>
  }
  return
}
