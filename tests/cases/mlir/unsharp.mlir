// A picture made sharper by its blurred row: 3 b - (a + b + c) clamped.
func.func @unsharp(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d6_32xi32 = arith.constant dense<6> : vector<32xi32>
  %d2_32xi32 = arith.constant dense<2> : vector<32xi32>
  %d1_32xi32 = arith.constant dense<1> : vector<32xi32>
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
    %i6 = arith.addi %i, %c2 : index
    %v7 = vector.load %a[%i6] : memref<16384xi8>, vector<32xi8>
    %v8 = arith.extui %v7 : vector<32xi8> to vector<32xi32>
    %v9 = arith.muli %v5, %d6_32xi32 : vector<32xi32>
    %v10 = arith.muli %v5, %d2_32xi32 : vector<32xi32>
    %v11 = arith.addi %v2, %v10 : vector<32xi32>
    %v12 = arith.addi %v11, %v8 : vector<32xi32>
    %v13 = arith.subi %v9, %v12 : vector<32xi32>
    %v14 = arith.shrsi %v13, %d1_32xi32 : vector<32xi32>
    %v15 = arith.maxsi %v14, %d0_32xi32 : vector<32xi32>
    %v16 = arith.minsi %v15, %d255_32xi32 : vector<32xi32>
    %v17 = arith.trunci %v16 : vector<32xi32> to vector<32xi8>
    vector.store %v17, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
