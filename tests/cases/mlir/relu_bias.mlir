// A bias added in 32 bits, negative sums cut off, narrowed to 16 bits.
func.func @relu_bias(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %a_i16 = memref.view %a[%c0][] : memref<16384xi8> to memref<8192xi16>
  %b_i32 = memref.view %b[%c0][] : memref<16384xi8> to memref<4096xi32>
  %d0_16xi32 = arith.constant dense<0> : vector<16xi32>
  %d32767_16xi32 = arith.constant dense<32767> : vector<16xi32>
  %out_i16 = memref.view %out[%c0][] : memref<16384xi8> to memref<8192xi16>
  %c4032 = arith.constant 4032 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c4032 step %c16 {
    %v1 = vector.load %a_i16[%i] : memref<8192xi16>, vector<16xi16>
    %v2 = arith.extsi %v1 : vector<16xi16> to vector<16xi32>
    %v3 = vector.load %b_i32[%i] : memref<4096xi32>, vector<16xi32>
    %v4 = arith.addi %v2, %v3 : vector<16xi32>
    %v5 = arith.maxsi %v4, %d0_16xi32 : vector<16xi32>
    %v6 = arith.minsi %v5, %d32767_16xi32 : vector<16xi32>
    %v7 = arith.trunci %v6 : vector<16xi32> to vector<16xi16>
    vector.store %v7, %out_i16[%i] : memref<8192xi16>, vector<16xi16>
  }
  return
}
