// The iterations of a parallel loop may run backwards.
func.func @f(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %one, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  scf.for %k = %c0 to %c8 step %c1 {
    %i = arith.subi %c7, %k : index
    memref.store %one, %A[%i] : memref<8xi32>
  }
  return
}
