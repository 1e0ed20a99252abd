// The maximum of two by two bytes.
func.func @maxpool2x2(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c8064 = arith.constant 8064 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c8064 step %c32 {
    %i1 = arith.muli %i, %c2 : index
    %v2 = vector.load %a[%i1] : memref<16384xi8>, vector<64xi8>
    %v3 = vector.shuffle %v2, %v2 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62] : vector<64xi8>, vector<64xi8>
    %v4 = vector.shuffle %v2, %v2 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63] : vector<64xi8>, vector<64xi8>
    %v5 = arith.maxui %v3, %v4 : vector<32xi8>
    %v6 = vector.load %b[%i1] : memref<16384xi8>, vector<64xi8>
    %v7 = vector.shuffle %v6, %v6 [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62] : vector<64xi8>, vector<64xi8>
    %v8 = vector.shuffle %v6, %v6 [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63] : vector<64xi8>, vector<64xi8>
    %v9 = arith.maxui %v7, %v8 : vector<32xi8>
    %v10 = arith.maxui %v5, %v9 : vector<32xi8>
    vector.store %v10, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
