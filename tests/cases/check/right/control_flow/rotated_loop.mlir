// The loop has 4 iterations, so that its test may come after the body.
func.func @f(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %one, %A[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  memref.store %one, %A[%i] : memref<4xi32>
  %n = arith.addi %i, %c1 : index
  %go = arith.cmpi slt, %n, %c4 : index
  cf.cond_br %go, ^bb1(%n : index), ^bb2
^bb2:
  return
}
