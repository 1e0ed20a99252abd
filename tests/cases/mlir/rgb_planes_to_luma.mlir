// The same of three planes.
func.func @rgb_planes_to_luma(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %d77_32xi32 = arith.constant dense<77> : vector<32xi32>
  %d150_32xi32 = arith.constant dense<150> : vector<32xi32>
  %d29_32xi32 = arith.constant dense<29> : vector<32xi32>
  %d128_32xi32 = arith.constant dense<128> : vector<32xi32>
  %d8_32xi32 = arith.constant dense<8> : vector<32xi32>
  %c0 = arith.constant 0 : index
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16128 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = arith.extui %v1 : vector<32xi8> to vector<32xi32>
    %v3 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v4 = arith.extui %v3 : vector<32xi8> to vector<32xi32>
    %v5 = vector.load %c[%i] : memref<16384xi8>, vector<32xi8>
    %v6 = arith.extui %v5 : vector<32xi8> to vector<32xi32>
    %v7 = arith.muli %v2, %d77_32xi32 : vector<32xi32>
    %v8 = arith.muli %v4, %d150_32xi32 : vector<32xi32>
    %v9 = arith.addi %v7, %v8 : vector<32xi32>
    %v10 = arith.muli %v6, %d29_32xi32 : vector<32xi32>
    %v11 = arith.addi %v9, %v10 : vector<32xi32>
    %v12 = arith.addi %v11, %d128_32xi32 : vector<32xi32>
    %v13 = arith.shrui %v12, %d8_32xi32 : vector<32xi32>
    %v14 = arith.trunci %v13 : vector<32xi32> to vector<32xi8>
    vector.store %v14, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
