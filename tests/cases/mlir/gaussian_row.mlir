// A row of a Gaussian of three: (a[i] + 2 a[i+1] + a[i+2] + 2) / 4.
func.func @gaussian_row(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d2_32xi16 = arith.constant dense<2> : vector<32xi16>
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
    %v9 = arith.muli %v5, %d2_32xi16 : vector<32xi16>
    %v10 = arith.addi %v2, %v9 : vector<32xi16>
    %v11 = arith.addi %v10, %v8 : vector<32xi16>
    %v12 = arith.addi %v11, %d2_32xi16 : vector<32xi16>
    %v13 = arith.shrui %v12, %d2_32xi16 : vector<32xi16>
    %v14 = arith.trunci %v13 : vector<32xi16> to vector<32xi8>
    vector.store %v14, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
