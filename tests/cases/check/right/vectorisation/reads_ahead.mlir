// Each vector reads before it writes, and the cell ahead is not written by an earlier one.
func.func @f(%A: memref<17xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %k = arith.addi %i, %c1 : index
    %x = memref.load %A[%k] : memref<17xi32>
    memref.store %x, %A[%i] : memref<17xi32>
  }
  return
}

// -----

func.func @f(%A: memref<17xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c4 {
    %k = arith.addi %i, %c1 : index
    %x = vector.load %A[%k] : memref<17xi32>, vector<4xi32>
    vector.store %x, %A[%i] : memref<17xi32>, vector<4xi32>
  }
  return
}
