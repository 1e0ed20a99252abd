// Products of signed bytes, added up four at a time.
func.func @dot_i8(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %out_i32 = memref.view %out[%c0][] : memref<16384xi8> to memref<4096xi32>
  %d0_8xi32 = arith.constant dense<0> : vector<8xi32>
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  %total = scf.for %i = %c0 to %c16128 step %c32 iter_args(%acc = %d0_8xi32) -> (vector<8xi32>) {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v3 = arith.extsi %v1 : vector<32xi8> to vector<32xi32>
    %v4 = arith.extsi %v2 : vector<32xi8> to vector<32xi32>
    %v5 = arith.muli %v3, %v4 : vector<32xi32>
    %v6 = vector.shape_cast %v5 : vector<32xi32> to vector<8x4xi32>
    %v7 = vector.multi_reduction <add>, %v6, %acc [1] : vector<8x4xi32> to vector<8xi32>
    scf.yield %v7 : vector<8xi32>
  }
  vector.store %total, %out_i32[%c0] : memref<4096xi32>, vector<8xi32>
  return
}
