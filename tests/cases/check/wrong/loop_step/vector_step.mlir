// The loop of vectors of four steps by eight.
// input: A = 1, B = 0: B[4] stays 0.
func.func @copy(%A: memref<32xi32>, %B: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %A[%i] : memref<32xi32>
    memref.store %x, %B[%i] : memref<32xi32>
  }
  return
}

// -----

func.func @copy(%A: memref<32xi32>, %B: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c8 {
    %x = vector.load %A[%i] : memref<32xi32>, vector<4xi32>
    vector.store %x, %B[%i] : memref<32xi32>, vector<4xi32>
  }
  return
}
