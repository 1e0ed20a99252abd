// The comparison that ends the loop allows one more iteration.
// input: A = 0: A[8] becomes 1.
func.func @fill(%A: memref<12xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  %go = arith.cmpi slt, %i, %c8 : index
  cf.cond_br %go, ^bb2, ^bb3
^bb2:
  memref.store %one, %A[%i] : memref<12xi32>
  %n = arith.addi %i, %c1 : index
  cf.br ^bb1(%n : index)
^bb3:
  return
}

// -----

func.func @fill(%A: memref<12xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  %go = arith.cmpi sle, %i, %c8 : index
  cf.cond_br %go, ^bb2, ^bb3
^bb2:
  memref.store %one, %A[%i] : memref<12xi32>
  %n = arith.addi %i, %c1 : index
  cf.br ^bb1(%n : index)
^bb3:
  return
}
