// The loop steps by 4 and writes 4 cells.
func.func @f(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  scf.for %t = %c0 to %c16 step %c4 {
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.addi %t, %i : index
      memref.store %one, %A[%k] : memref<16xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  scf.parallel (%t) = (%c0) to (%c16) step (%c4) {
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.addi %t, %i : index
      memref.store %one, %A[%k] : memref<16xi32>
    }
  }
  return
}
