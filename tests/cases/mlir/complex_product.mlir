// Products of complex 16-bit numbers, 15 bits after the point.
func.func @complex_product(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %a_i16 = memref.view %a[%c0][] : memref<16384xi8> to memref<8192xi16>
  %c2 = arith.constant 2 : index
  %b_i16 = memref.view %b[%c0][] : memref<16384xi8> to memref<8192xi16>
  %d15_8xi32 = arith.constant dense<15> : vector<8xi32>
  %out_i16 = memref.view %out[%c0][] : memref<16384xi8> to memref<8192xi16>
  %c3968 = arith.constant 3968 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c3968 step %c8 {
    %i1 = arith.muli %i, %c2 : index
    %v2 = vector.load %a_i16[%i1] : memref<8192xi16>, vector<16xi16>
    %v3 = vector.load %b_i16[%i1] : memref<8192xi16>, vector<16xi16>
    %v4 = vector.shuffle %v2, %v2 [0, 2, 4, 6, 8, 10, 12, 14] : vector<16xi16>, vector<16xi16>
    %v5 = arith.extsi %v4 : vector<8xi16> to vector<8xi32>
    %v6 = vector.shuffle %v2, %v2 [1, 3, 5, 7, 9, 11, 13, 15] : vector<16xi16>, vector<16xi16>
    %v7 = arith.extsi %v6 : vector<8xi16> to vector<8xi32>
    %v8 = vector.shuffle %v3, %v3 [0, 2, 4, 6, 8, 10, 12, 14] : vector<16xi16>, vector<16xi16>
    %v9 = arith.extsi %v8 : vector<8xi16> to vector<8xi32>
    %v10 = vector.shuffle %v3, %v3 [1, 3, 5, 7, 9, 11, 13, 15] : vector<16xi16>, vector<16xi16>
    %v11 = arith.extsi %v10 : vector<8xi16> to vector<8xi32>
    %v12 = arith.muli %v5, %v9 : vector<8xi32>
    %v13 = arith.muli %v7, %v11 : vector<8xi32>
    %v14 = arith.subi %v12, %v13 : vector<8xi32>
    %v15 = arith.shrsi %v14, %d15_8xi32 : vector<8xi32>
    %v16 = arith.trunci %v15 : vector<8xi32> to vector<8xi16>
    %v17 = arith.muli %v5, %v11 : vector<8xi32>
    %v18 = arith.muli %v7, %v9 : vector<8xi32>
    %v19 = arith.addi %v17, %v18 : vector<8xi32>
    %v20 = arith.shrsi %v19, %d15_8xi32 : vector<8xi32>
    %v21 = arith.trunci %v20 : vector<8xi32> to vector<8xi16>
    %v22 = vector.shuffle %v16, %v21 [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15] : vector<8xi16>, vector<8xi16>
    vector.store %v22, %out_i16[%i1] : memref<8192xi16>, vector<16xi16>
  }
  return
}
