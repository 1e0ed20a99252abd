// Sums of neighbours: bytes to 16 bits.
func.func @pair_sums(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c2 = arith.constant 2 : index
  %d0_16xi16 = arith.constant dense<0> : vector<16xi16>
  %c0 = arith.constant 0 : index
  %out_i16 = memref.view %out[%c0][] : memref<16384xi8> to memref<8192xi16>
  %c8064 = arith.constant 8064 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c8064 step %c16 {
    %i1 = arith.muli %i, %c2 : index
    %v2 = vector.load %a[%i1] : memref<16384xi8>, vector<32xi8>
    %v3 = arith.extui %v2 : vector<32xi8> to vector<32xi16>
    %v4 = vector.shape_cast %v3 : vector<32xi16> to vector<16x2xi16>
    %v5 = vector.multi_reduction <add>, %v4, %d0_16xi16 [1] : vector<16x2xi16> to vector<16xi16>
    vector.store %v5, %out_i16[%i] : memref<8192xi16>, vector<16xi16>
  }
  return
}
