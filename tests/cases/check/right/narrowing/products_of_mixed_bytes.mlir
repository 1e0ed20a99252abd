// The product of a byte without sign and one with it fits 16 bits.
func.func @f(%A: memref<16xi8>, %B: memref<16xi8>, %C: memref<16xi32>) {
  %zero = arith.constant 0 : index
  %a = vector.load %A[%zero] : memref<16xi8>, vector<16xi8>
  %b = vector.load %B[%zero] : memref<16xi8>, vector<16xi8>
  %x = arith.extui %a : vector<16xi8> to vector<16xi32>
  %y = arith.extsi %b : vector<16xi8> to vector<16xi32>
  %r = arith.muli %x, %y : vector<16xi32>
  vector.store %r, %C[%zero] : memref<16xi32>, vector<16xi32>
  return
}

// -----

func.func @f(%A: memref<16xi8>, %B: memref<16xi8>, %C: memref<16xi32>) {
  %zero = arith.constant 0 : index
  %a = vector.load %A[%zero] : memref<16xi8>, vector<16xi8>
  %b = vector.load %B[%zero] : memref<16xi8>, vector<16xi8>
  %x = arith.extui %a : vector<16xi8> to vector<16xi16>
  %y = arith.extsi %b : vector<16xi8> to vector<16xi16>
  %p = arith.muli %x, %y : vector<16xi16>
  %r = arith.extsi %p : vector<16xi16> to vector<16xi32>
  vector.store %r, %C[%zero] : memref<16xi32>, vector<16xi32>
  return
}
