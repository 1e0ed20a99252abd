// All iterations of a parallel loop add a vector to the same four cells.
// input: A = 1: iterations 0 and 4 both load s = 0, and one of the vectors is lost.
func.func @f(%A: memref<16xi32>, %s: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c4 {
    %x = vector.load %A[%i] : memref<16xi32>, vector<4xi32>
    %o = vector.load %s[%c0] : memref<4xi32>, vector<4xi32>
    %n = arith.addi %o, %x : vector<4xi32>
    vector.store %n, %s[%c0] : memref<4xi32>, vector<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<16xi32>, %s: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c4) {
    %x = vector.load %A[%i] : memref<16xi32>, vector<4xi32>
    %o = vector.load %s[%c0] : memref<4xi32>, vector<4xi32>
    %n = arith.addi %o, %x : vector<4xi32>
    vector.store %n, %s[%c0] : memref<4xi32>, vector<4xi32>
  }
  return
}
