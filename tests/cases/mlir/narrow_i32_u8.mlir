// 32-bit numbers as bytes, shifted with rounding and kept in their range.
func.func @narrow_i32_u8(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %a_i32 = memref.view %a[%c0][] : memref<16384xi8> to memref<4096xi32>
  %d16_32xi32 = arith.constant dense<16> : vector<32xi32>
  %d8_32xi32 = arith.constant dense<8> : vector<32xi32>
  %d4_32xi32 = arith.constant dense<4> : vector<32xi32>
  %d0_32xi32 = arith.constant dense<0> : vector<32xi32>
  %d255_32xi32 = arith.constant dense<255> : vector<32xi32>
  %c4032 = arith.constant 4032 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c4032 step %c32 {
    %v1 = vector.load %a_i32[%i] : memref<4096xi32>, vector<32xi32>
    %v2 = arith.shrsi %v1, %d16_32xi32 : vector<32xi32>
    %v3 = arith.addi %v2, %d8_32xi32 : vector<32xi32>
    %v4 = arith.shrsi %v3, %d4_32xi32 : vector<32xi32>
    %v5 = arith.maxsi %v4, %d0_32xi32 : vector<32xi32>
    %v6 = arith.minsi %v5, %d255_32xi32 : vector<32xi32>
    %v7 = arith.trunci %v6 : vector<32xi32> to vector<32xi8>
    vector.store %v7, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
