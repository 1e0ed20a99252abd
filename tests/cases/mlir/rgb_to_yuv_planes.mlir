// Three planes of a picture from planes of red, green and blue, with 8 bits after the point.
func.func @rgb_to_yuv_planes(%a: memref<16384xi8>, %b: memref<16384xi8>, %c: memref<16384xi8>, %out: memref<16384xi8>) {
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  %c8192 = arith.constant 8192 : index
  %c4064 = arith.constant 4064 : index
  %c32 = arith.constant 32 : index
  %luma = memref.view %out[%c0][] : memref<16384xi8> to memref<4096xi8>
  %blue = memref.view %out[%c4096][] : memref<16384xi8> to memref<4096xi8>
  %red = memref.view %out[%c8192][] : memref<16384xi8> to memref<4096xi8>
  %round = arith.constant dense<128> : vector<32xi32>
  %middle = arith.constant dense<32896> : vector<32xi32>
  %eight = arith.constant dense<8> : vector<32xi32>
  %k77 = arith.constant dense<77> : vector<32xi32>
  %k150 = arith.constant dense<150> : vector<32xi32>
  %k29 = arith.constant dense<29> : vector<32xi32>
  %k43 = arith.constant dense<43> : vector<32xi32>
  %k84 = arith.constant dense<84> : vector<32xi32>
  %k127 = arith.constant dense<127> : vector<32xi32>
  %k106 = arith.constant dense<106> : vector<32xi32>
  %k21 = arith.constant dense<21> : vector<32xi32>
  scf.for %i = %c0 to %c4064 step %c32 {
    %r8 = vector.load %a[%i] : memref<16384xi8>, vector<32xi8>
    %g8 = vector.load %b[%i] : memref<16384xi8>, vector<32xi8>
    %b8 = vector.load %c[%i] : memref<16384xi8>, vector<32xi8>
    %r = arith.extui %r8 : vector<32xi8> to vector<32xi32>
    %g = arith.extui %g8 : vector<32xi8> to vector<32xi32>
    %bl = arith.extui %b8 : vector<32xi8> to vector<32xi32>
    %y1 = arith.muli %r, %k77 : vector<32xi32>
    %y2 = arith.muli %g, %k150 : vector<32xi32>
    %y3 = arith.muli %bl, %k29 : vector<32xi32>
    %y4 = arith.addi %y1, %y2 : vector<32xi32>
    %y5 = arith.addi %y4, %y3 : vector<32xi32>
    %y6 = arith.addi %y5, %round : vector<32xi32>
    %y7 = arith.shrui %y6, %eight : vector<32xi32>
    %y8 = arith.trunci %y7 : vector<32xi32> to vector<32xi8>
    vector.store %y8, %luma[%i] : memref<4096xi8>, vector<32xi8>
    %u1 = arith.muli %bl, %k127 : vector<32xi32>
    %u2 = arith.muli %r, %k43 : vector<32xi32>
    %u3 = arith.muli %g, %k84 : vector<32xi32>
    %u4 = arith.subi %u1, %u2 : vector<32xi32>
    %u5 = arith.subi %u4, %u3 : vector<32xi32>
    %u6 = arith.addi %u5, %middle : vector<32xi32>
    %u7 = arith.shrui %u6, %eight : vector<32xi32>
    %u8 = arith.trunci %u7 : vector<32xi32> to vector<32xi8>
    vector.store %u8, %blue[%i] : memref<4096xi8>, vector<32xi8>
    %v1 = arith.muli %r, %k127 : vector<32xi32>
    %v2 = arith.muli %g, %k106 : vector<32xi32>
    %v3 = arith.muli %bl, %k21 : vector<32xi32>
    %v4 = arith.subi %v1, %v2 : vector<32xi32>
    %v5 = arith.subi %v4, %v3 : vector<32xi32>
    %v6 = arith.addi %v5, %middle : vector<32xi32>
    %v7 = arith.shrui %v6, %eight : vector<32xi32>
    %v8 = arith.trunci %v7 : vector<32xi32> to vector<32xi8>
    vector.store %v8, %red[%i] : memref<4096xi8>, vector<32xi8>
  }
  return
}
