// Luma of pixels of four bytes: (77 r + 150 g + 29 b + 128) / 256.
func.func @rgb_to_luma(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c4 = arith.constant 4 : index
  %d77_32xi32 = arith.constant dense<77> : vector<32xi32>
  %d150_32xi32 = arith.constant dense<150> : vector<32xi32>
  %d29_32xi32 = arith.constant dense<29> : vector<32xi32>
  %d128_32xi32 = arith.constant dense<128> : vector<32xi32>
  %d8_32xi32 = arith.constant dense<8> : vector<32xi32>
  %c0 = arith.constant 0 : index
  %c4032 = arith.constant 4032 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c4032 step %c32 {
    %i1 = arith.muli %i, %c4 : index
    %v2 = vector.load %a[%i1] : memref<16384xi8>, vector<128xi8>
    %v3 = vector.shuffle %v2, %v2 [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124] : vector<128xi8>, vector<128xi8>
    %v4 = arith.extui %v3 : vector<32xi8> to vector<32xi32>
    %v5 = vector.shuffle %v2, %v2 [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125] : vector<128xi8>, vector<128xi8>
    %v6 = arith.extui %v5 : vector<32xi8> to vector<32xi32>
    %v7 = vector.shuffle %v2, %v2 [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126] : vector<128xi8>, vector<128xi8>
    %v8 = arith.extui %v7 : vector<32xi8> to vector<32xi32>
    %v9 = arith.muli %v4, %d77_32xi32 : vector<32xi32>
    %v10 = arith.muli %v6, %d150_32xi32 : vector<32xi32>
    %v11 = arith.addi %v9, %v10 : vector<32xi32>
    %v12 = arith.muli %v8, %d29_32xi32 : vector<32xi32>
    %v13 = arith.addi %v11, %v12 : vector<32xi32>
    %v14 = arith.addi %v13, %d128_32xi32 : vector<32xi32>
    %v15 = arith.shrui %v14, %d8_32xi32 : vector<32xi32>
    %v16 = arith.trunci %v15 : vector<32xi32> to vector<32xi8>
    vector.store %v16, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
