// The row that a loop of vectors accumulates into is read only once.
// input: A = 1, r = 0: r becomes 4, and 1 after it.
func.func @rows(%A: memref<4x8xi32>, %r: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = vector.load %A[%i, %c0] : memref<4x8xi32>, vector<8xi32>
    %o = vector.load %r[%c0] : memref<8xi32>, vector<8xi32>
    %n = arith.addi %o, %x : vector<8xi32>
    vector.store %n, %r[%c0] : memref<8xi32>, vector<8xi32>
  }
  return
}

// -----

func.func @rows(%A: memref<4x8xi32>, %r: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %o = vector.load %r[%c0] : memref<8xi32>, vector<8xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    %x = vector.load %A[%i, %c0] : memref<4x8xi32>, vector<8xi32>
    %n = arith.addi %o, %x : vector<8xi32>
    vector.store %n, %r[%c0] : memref<8xi32>, vector<8xi32>
  }
  return
}
