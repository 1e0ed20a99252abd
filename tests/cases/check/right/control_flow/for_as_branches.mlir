// The loop is written with branches.
func.func @f(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %one, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  %go = arith.cmpi slt, %i, %c8 : index
  cf.cond_br %go, ^bb2, ^bb3
^bb2:
  memref.store %one, %A[%i] : memref<8xi32>
  %n = arith.addi %i, %c1 : index
  cf.br ^bb1(%n : index)
^bb3:
  return
}
