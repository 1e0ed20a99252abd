// A dependence over four iterations is ignored: only groups of four are independent.
// input: A[0..3] = 1, else 0: iteration 8 may read A[4] before iteration 4 has written it.
func.func @far(%A: memref<24xi32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  scf.for %i = %c4 to %c24 step %c1 {
    %k = arith.subi %i, %c4 : index
    %x = memref.load %A[%k] : memref<24xi32>
    %y = memref.load %A[%i] : memref<24xi32>
    %z = arith.addi %x, %y : i32
    memref.store %z, %A[%i] : memref<24xi32>
  }
  return
}

// -----

func.func @far(%A: memref<24xi32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  scf.parallel (%i) = (%c4) to (%c24) step (%c1) {
    %k = arith.subi %i, %c4 : index
    %x = memref.load %A[%k] : memref<24xi32>
    %y = memref.load %A[%i] : memref<24xi32>
    %z = arith.addi %x, %y : i32
    memref.store %z, %A[%i] : memref<24xi32>
  }
  return
}
