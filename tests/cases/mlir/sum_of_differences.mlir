// Sums of absolute differences of bytes, eight at a time.
func.func @sum_of_differences(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %out_i64 = memref.view %out[%c0][] : memref<16384xi8> to memref<2048xi64>
  %d0_4xi64 = arith.constant dense<0> : vector<4xi64>
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  %total = scf.for %i = %c0 to %c16128 step %c32 iter_args(%acc = %d0_4xi64) -> (vector<4xi64>) {
    %v1 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %v2 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v3 = arith.maxui %v1, %v2 : vector<32xi8>
    %v4 = arith.minui %v1, %v2 : vector<32xi8>
    %v5 = arith.subi %v3, %v4 : vector<32xi8>
    %v6 = arith.extui %v5 : vector<32xi8> to vector<32xi64>
    %v7 = vector.shape_cast %v6 : vector<32xi64> to vector<4x8xi64>
    %v8 = vector.multi_reduction <add>, %v7, %acc [1] : vector<4x8xi64> to vector<4xi64>
    scf.yield %v8 : vector<4xi64>
  }
  vector.store %total, %out_i64[%c0] : memref<2048xi64>, vector<4xi64>
  return
}
