// The loop over the rest begins one tile late.
// input: A = 0: A[12] stays 0.
func.func @fill(%A: memref<19xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  %c19 = arith.constant 19 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c19 step %c1 {
    memref.store %one, %A[%i] : memref<19xi32>
  }
  return
}

// -----

func.func @fill(%A: memref<19xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  %c19 = arith.constant 19 : index
  %one = arith.constant 1 : i32
  scf.for %t = %c0 to %c12 step %c4 {
    %e = arith.addi %t, %c4 : index
    scf.for %i = %t to %e step %c1 {
      memref.store %one, %A[%i] : memref<19xi32>
    }
  }
  scf.for %i = %c16 to %c19 step %c1 {
    memref.store %one, %A[%i] : memref<19xi32>
  }
  return
}
