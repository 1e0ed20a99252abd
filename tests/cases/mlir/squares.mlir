// Sums of squares of 16-bit numbers.
func.func @squares(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %a_i16 = memref.view %a[%c0][] : memref<16384xi8> to memref<8192xi16>
  %out_i32 = memref.view %out[%c0][] : memref<16384xi8> to memref<4096xi32>
  %d0_8xi32 = arith.constant dense<0> : vector<8xi32>
  %c8064 = arith.constant 8064 : index
  %c16 = arith.constant 16 : index
  %total = scf.for %i = %c0 to %c8064 step %c16 iter_args(%acc = %d0_8xi32) -> (vector<8xi32>) {
    %v1 = vector.load %a_i16[%i] : memref<8192xi16>, vector<16xi16>
    %v2 = arith.extsi %v1 : vector<16xi16> to vector<16xi32>
    %v3 = arith.muli %v2, %v2 : vector<16xi32>
    %v4 = vector.shape_cast %v3 : vector<16xi32> to vector<8x2xi32>
    %v5 = vector.multi_reduction <add>, %v4, %acc [1] : vector<8x2xi32> to vector<8xi32>
    scf.yield %v5 : vector<8xi32>
  }
  vector.store %total, %out_i32[%c0] : memref<4096xi32>, vector<8xi32>
  return
}
