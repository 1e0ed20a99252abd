// The tiles of a matrix are disjoint.
func.func @f(%A: memref<6x6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      memref.store %one, %A[%i, %j] : memref<6x6xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<6x6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1 : i32
  scf.parallel (%s, %t) = (%c0, %c0) to (%c6, %c6) step (%c2, %c2) {
    scf.for %u = %c0 to %c2 step %c1 {
      scf.for %v = %c0 to %c2 step %c1 {
        %i = arith.addi %s, %u : index
        %j = arith.addi %t, %v : index
        memref.store %one, %A[%i, %j] : memref<6x6xi32>
      }
    }
  }
  return
}
