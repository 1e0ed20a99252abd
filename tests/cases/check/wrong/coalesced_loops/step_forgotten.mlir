// The inner loop had a step of two, and the coalesced one counts as if it had one.
// input: A = 0: A[0, 2] is 1, and 0 after it.
func.func @fill(%A: memref<4x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c2 {
      memref.store %one, %A[%i, %j] : memref<4x8xi32>
    }
  }
  return
}

// -----

func.func @fill(%A: memref<4x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  scf.for %k = %c0 to %c16 step %c1 {
    %i = arith.divui %k, %c4 : index
    %j = arith.remui %k, %c4 : index
    memref.store %one, %A[%i, %j] : memref<4x8xi32>
  }
  return
}
