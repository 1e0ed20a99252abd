// 16-bit numbers as bytes, kept in their range.
func.func @narrow_i16_u8(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %a_i16 = memref.view %a[%c0][] : memref<16384xi8> to memref<8192xi16>
  %d0_32xi16 = arith.constant dense<0> : vector<32xi16>
  %d255_32xi16 = arith.constant dense<255> : vector<32xi16>
  %c8064 = arith.constant 8064 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c8064 step %c32 {
    %v1 = vector.load %a_i16[%i] : memref<8192xi16>, vector<32xi16>
    %v2 = arith.maxsi %v1, %d0_32xi16 : vector<32xi16>
    %v3 = arith.minsi %v2, %d255_32xi16 : vector<32xi16>
    %v4 = arith.trunci %v3 : vector<32xi16> to vector<32xi8>
    vector.store %v4, %out[%i] : memref<16384xi8>, vector<32xi8>
  }
  return
}
