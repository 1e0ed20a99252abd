// Accumulators to bytes by a multiplier and a zero point: (a 19661 >> 16) + 128.
func.func @requant(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %a_i16 = memref.view %a[%c0][] : memref<16384xi8> to memref<8192xi16>
  %d19661_32xi32 = arith.constant dense<19661> : vector<32xi32>
  %d32768_32xi32 = arith.constant dense<32768> : vector<32xi32>
  %d16_32xi32 = arith.constant dense<16> : vector<32xi32>
  %d128_32xi32 = arith.constant dense<128> : vector<32xi32>
  %d0_32xi32 = arith.constant dense<0> : vector<32xi32>
  %d255_32xi32 = arith.constant dense<255> : vector<32xi32>
  %c4032 = arith.constant 4032 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c4032 step %c32 {
    %v1 = vector.load %a_i16[%i] : memref<8192xi16>, vector<32xi16>
    %v2 = arith.extsi %v1 : vector<32xi16> to vector<32xi32>
    %v3 = arith.muli %v2, %d19661_32xi32 : vector<32xi32>
    %v4 = arith.addi %v3, %d32768_32xi32 : vector<32xi32>
    %v5 = arith.shrsi %v4, %d16_32xi32 : vector<32xi32>
    %v6 = arith.addi %v5, %d128_32xi32 : vector<32xi32>
    %v7 = arith.maxsi %v6, %d0_32xi32 : vector<32xi32>
    %v8 = arith.minsi %v7, %d255_32xi32 : vector<32xi32>
    %v9 = arith.trunci %v8 : vector<32xi32> to vector<32xi8>
    vector.store %v9, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
