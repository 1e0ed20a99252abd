// A weight and an offset that the caller gives: (a w >> 6) + o, clamped.
func.func @brightness(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %e3 = memref.load %b[%c0] : memref<16384xi8>
  %v4 = vector.broadcast %e3 : i8 to vector<32xi8>
  %v5 = arith.extui %v4 : vector<32xi8> to vector<32xi16>
  %e6 = memref.load %c[%c0] : memref<16384xi8>
  %v7 = vector.broadcast %e6 : i8 to vector<32xi8>
  %v8 = arith.extsi %v7 : vector<32xi8> to vector<32xi16>
  %d6_32xi16 = arith.constant dense<6> : vector<32xi16>
  %d0_32xi16 = arith.constant dense<0> : vector<32xi16>
  %d255_32xi16 = arith.constant dense<255> : vector<32xi16>
  %c15872 = arith.constant 15872 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c15872 step %c32 {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = arith.extui %v1 : vector<32xi8> to vector<32xi16>
    %v9 = arith.muli %v2, %v5 : vector<32xi16>
    %v10 = arith.shrui %v9, %d6_32xi16 : vector<32xi16>
    %v11 = arith.addi %v10, %v8 : vector<32xi16>
    %v12 = arith.maxsi %v11, %d0_32xi16 : vector<32xi16>
    %v13 = arith.minsi %v12, %d255_32xi16 : vector<32xi16>
    %v14 = arith.trunci %v13 : vector<32xi16> to vector<32xi8>
    vector.store %v14, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
