// a - b of 16-bit numbers, kept in their range.
func.func @sub_saturated_i16(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %a_i16 = memref.view %a[%c0][] : memref<16384xi8> to memref<8192xi16>
  %b_i16 = memref.view %b[%c0][] : memref<16384xi8> to memref<8192xi16>
  %dm32768_16xi32 = arith.constant dense<-32768> : vector<16xi32>
  %d32767_16xi32 = arith.constant dense<32767> : vector<16xi32>
  %out_i16 = memref.view %out[%c0][] : memref<16384xi8> to memref<8192xi16>
  %c8064 = arith.constant 8064 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c8064 step %c16 {
    %v1 = vector.load %a_i16[%i] : memref<8192xi16>, vector<16xi16>
    %v2 = arith.extsi %v1 : vector<16xi16> to vector<16xi32>
    %v3 = vector.load %b_i16[%i] : memref<8192xi16>, vector<16xi16>
    %v4 = arith.extsi %v3 : vector<16xi16> to vector<16xi32>
    %v5 = arith.subi %v2, %v4 : vector<16xi32>
    %v6 = arith.maxsi %v5, %dm32768_16xi32 : vector<16xi32>
    %v7 = arith.minsi %v6, %d32767_16xi32 : vector<16xi32>
    %v8 = arith.trunci %v7 : vector<16xi32> to vector<16xi16>
    vector.store %v8, %out_i16[%i] : memref<8192xi16>, vector<16xi16>
  }
  return
}
