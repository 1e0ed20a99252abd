// Each iteration stores one vector of four, and steps by four.
func.func @f(%A: memref<16xi32>, %B: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %A[%i] : memref<16xi32>
    memref.store %x, %B[%i] : memref<16xi32>
  }
  return
}

// -----

func.func @f(%A: memref<16xi32>, %B: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c4) {
    %x = vector.load %A[%i] : memref<16xi32>, vector<4xi32>
    vector.store %x, %B[%i] : memref<16xi32>, vector<4xi32>
  }
  return
}
