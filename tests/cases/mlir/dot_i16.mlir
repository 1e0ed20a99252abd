// Products of 16-bit numbers, added up in pairs.
func.func @dot_i16(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %a_i16 = memref.view %a[%c0][] : memref<16384xi8> to memref<8192xi16>
  %b_i16 = memref.view %b[%c0][] : memref<16384xi8> to memref<8192xi16>
  %out_i32 = memref.view %out[%c0][] : memref<16384xi8> to memref<4096xi32>
  %d0_8xi32 = arith.constant dense<0> : vector<8xi32>
  %c7936 = arith.constant 7936 : index
  %c16 = arith.constant 16 : index
  %total = scf.for %i = %c0 to %c7936 step %c16 iter_args(%acc = %d0_8xi32) -> (vector<8xi32>) {
    %v1 = vector.load %a_i16[%i] : memref<8192xi16>, vector<16xi16>
    %v2 = vector.load %b_i16[%i] : memref<8192xi16>, vector<16xi16>
    %v3 = arith.extsi %v1 : vector<16xi16> to vector<16xi32>
    %v4 = arith.extsi %v2 : vector<16xi16> to vector<16xi32>
    %v5 = arith.muli %v3, %v4 : vector<16xi32>
    %v6 = vector.shape_cast %v5 : vector<16xi32> to vector<8x2xi32>
    %v7 = vector.multi_reduction <add>, %v6, %acc [1] : vector<8x2xi32> to vector<8xi32>
    scf.yield %v7 : vector<8xi32>
  }
  vector.store %total, %out_i32[%c0] : memref<4096xi32>, vector<8xi32>
  return
}
