// A filter of six taps with rounding, as video codecs have: (1 -5 20 20 -5 1 + 16) / 32.
func.func @sixtap(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c1 = arith.constant 1 : index
  %dm5_32xi32 = arith.constant dense<-5> : vector<32xi32>
  %c2 = arith.constant 2 : index
  %d20_32xi32 = arith.constant dense<20> : vector<32xi32>
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %d16_32xi32 = arith.constant dense<16> : vector<32xi32>
  %d5_32xi32 = arith.constant dense<5> : vector<32xi32>
  %d0_32xi32 = arith.constant dense<0> : vector<32xi32>
  %d255_32xi32 = arith.constant dense<255> : vector<32xi32>
  %c0 = arith.constant 0 : index
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16128 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = arith.extui %v1 : vector<32xi8> to vector<32xi32>
    %i3 = arith.addi %i, %c1 : index
    %v4 = vector.load %a[%i3] : memref<16384xi8>, vector<32xi8>
    %v5 = arith.extui %v4 : vector<32xi8> to vector<32xi32>
    %v6 = arith.muli %v5, %dm5_32xi32 : vector<32xi32>
    %v7 = arith.addi %v2, %v6 : vector<32xi32>
    %i8 = arith.addi %i, %c2 : index
    %v9 = vector.load %a[%i8] : memref<16384xi8>, vector<32xi8>
    %v10 = arith.extui %v9 : vector<32xi8> to vector<32xi32>
    %v11 = arith.muli %v10, %d20_32xi32 : vector<32xi32>
    %v12 = arith.addi %v7, %v11 : vector<32xi32>
    %i13 = arith.addi %i, %c3 : index
    %v14 = vector.load %a[%i13] : memref<16384xi8>, vector<32xi8>
    %v15 = arith.extui %v14 : vector<32xi8> to vector<32xi32>
    %v16 = arith.muli %v15, %d20_32xi32 : vector<32xi32>
    %v17 = arith.addi %v12, %v16 : vector<32xi32>
    %i18 = arith.addi %i, %c4 : index
    %v19 = vector.load %a[%i18] : memref<16384xi8>, vector<32xi8>
    %v20 = arith.extui %v19 : vector<32xi8> to vector<32xi32>
    %v21 = arith.muli %v20, %dm5_32xi32 : vector<32xi32>
    %v22 = arith.addi %v17, %v21 : vector<32xi32>
    %i23 = arith.addi %i, %c5 : index
    %v24 = vector.load %a[%i23] : memref<16384xi8>, vector<32xi8>
    %v25 = arith.extui %v24 : vector<32xi8> to vector<32xi32>
    %v26 = arith.addi %v22, %v25 : vector<32xi32>
    %v27 = arith.addi %v26, %d16_32xi32 : vector<32xi32>
    %v28 = arith.shrsi %v27, %d5_32xi32 : vector<32xi32>
    %v29 = arith.maxsi %v28, %d0_32xi32 : vector<32xi32>
    %v30 = arith.minsi %v29, %d255_32xi32 : vector<32xi32>
    %v31 = arith.trunci %v30 : vector<32xi32> to vector<32xi8>
    vector.store %v31, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
