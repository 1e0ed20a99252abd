// The coalesced loop has as many iterations as the sum of both loops.
// input: A = 0: A[3, 3] stays 0.
func.func @fill(%A: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %one, %A[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

func.func @fill(%A: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  scf.for %k = %c0 to %c8 step %c1 {
    %i = arith.divui %k, %c4 : index
    %j = arith.remui %k, %c4 : index
    memref.store %one, %A[%i, %j] : memref<4x4xi32>
  }
  return
}
