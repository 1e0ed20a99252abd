// A row of a product of bytes: four of a row with eight packed columns.
func.func @product_row(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %a_i32 = memref.view %a[%c0][] : memref<16384xi8> to memref<4096xi32>
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %out_i32 = memref.view %out[%c0][] : memref<16384xi8> to memref<4096xi32>
  %d0_8xi32 = arith.constant dense<0> : vector<8xi32>
  %c16128 = arith.constant 16128 : index
  %c32 = arith.constant 32 : index
  %total = scf.for %i = %c0 to %c16128 step %c32 iter_args(%acc = %d0_8xi32) -> (vector<8xi32>) {
    %i1 = arith.divui %i, %c8 : index
    %i3 = arith.divui %i1, %c4 : index
    %e2 = memref.load %a_i32[%i3] : memref<4096xi32>
    %v4 = vector.broadcast %e2 : i32 to vector<8xi32>
    %v5 = vector.bitcast %v4 : vector<8xi32> to vector<32xi8>
    %v6 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %v7 = arith.extui %v5 : vector<32xi8> to vector<32xi32>
    %v8 = arith.extsi %v6 : vector<32xi8> to vector<32xi32>
    %v9 = arith.muli %v7, %v8 : vector<32xi32>
    %v10 = vector.shape_cast %v9 : vector<32xi32> to vector<8x4xi32>
    %v11 = vector.multi_reduction <add>, %v10, %acc [1] : vector<8x4xi32> to vector<8xi32>
    scf.yield %v11 : vector<8xi32>
  }
  vector.store %total, %out_i32[%c0] : memref<4096xi32>, vector<8xi32>
  return
}
