// Vectors of four are stored every two cells by parallel iterations.
// input: A = 0, 1, ...: iterations 0 and 2 both store to B[2] and B[3].
func.func @vectors(%A: memref<16xi32>, %B: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c13 = arith.constant 13 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c4) {
    %x = vector.load %A[%i] : memref<16xi32>, vector<4xi32>
    vector.store %x, %B[%i] : memref<16xi32>, vector<4xi32>
  }
  return
}

// -----

func.func @vectors(%A: memref<16xi32>, %B: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c13 = arith.constant 13 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c13) step (%c2) {
    %x = vector.load %A[%i] : memref<16xi32>, vector<4xi32>
    vector.store %x, %B[%i] : memref<16xi32>, vector<4xi32>
  }
  return
}
