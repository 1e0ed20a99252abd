// Halves of sums and of differences of 16-bit numbers, rounded: a stage of a transform.
func.func @butterfly(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %c8192 = arith.constant 8192 : index
  %c4032 = arith.constant 4032 : index
  %c16 = arith.constant 16 : index
  %a_i16 = memref.view %a[%c0][] : memref<16384xi8> to memref<8192xi16>
  %b_i16 = memref.view %b[%c0][] : memref<16384xi8> to memref<8192xi16>
  %sums = memref.view %out[%c0][] : memref<16384xi8> to memref<4096xi16>
  %differences = memref.view %out[%c8192][] : memref<16384xi8> to memref<4096xi16>
  %one = arith.constant dense<1> : vector<16xi32>
  scf.for %i = %c0 to %c4032 step %c16 {
    %x = vector.load %a_i16[%i] : memref<8192xi16>, vector<16xi16>
    %y = vector.load %b_i16[%i] : memref<8192xi16>, vector<16xi16>
    %wx = arith.extsi %x : vector<16xi16> to vector<16xi32>
    %wy = arith.extsi %y : vector<16xi16> to vector<16xi32>
    %s = arith.addi %wx, %wy : vector<16xi32>
    %s1 = arith.addi %s, %one : vector<16xi32>
    %s2 = arith.shrsi %s1, %one : vector<16xi32>
    %s3 = arith.trunci %s2 : vector<16xi32> to vector<16xi16>
    vector.store %s3, %sums[%i] : memref<4096xi16>, vector<16xi16>
    %d = arith.subi %wx, %wy : vector<16xi32>
    %d1 = arith.addi %d, %one : vector<16xi32>
    %d2 = arith.shrsi %d1, %one : vector<16xi32>
    %d3 = arith.trunci %d2 : vector<16xi32> to vector<16xi16>
    vector.store %d3, %differences[%i] : memref<4096xi16>, vector<16xi16>
  }
  return
}
