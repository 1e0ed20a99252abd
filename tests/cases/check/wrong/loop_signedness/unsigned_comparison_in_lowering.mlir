// The comparison of a lowered loop over -2 to 2 has no sign.
// input: none: four stores, and none after it.
func.func @f(%A: memref<4xi32>) {
  %one = arith.constant 1 : i32
  %lo = arith.constant -2 : index
  %hi = arith.constant 2 : index
  %st = arith.constant 1 : index
  cf.br ^bb1(%lo : index)
^bb1(%i: index):
  %go = arith.cmpi slt, %i, %hi : index
  cf.cond_br %go, ^bb2, ^bb3
^bb2:
  %k = arith.addi %i, %hi : index
  memref.store %one, %A[%k] : memref<4xi32>
  %n = arith.addi %i, %st : index
  cf.br ^bb1(%n : index)
^bb3:
  return
}

// -----

func.func @f(%A: memref<4xi32>) {
  %one = arith.constant 1 : i32
  %lo = arith.constant -2 : index
  %hi = arith.constant 2 : index
  %st = arith.constant 1 : index
  cf.br ^bb1(%lo : index)
^bb1(%i: index):
  %go = arith.cmpi ult, %i, %hi : index
  cf.cond_br %go, ^bb2, ^bb3
^bb2:
  %k = arith.addi %i, %hi : index
  memref.store %one, %A[%k] : memref<4xi32>
  %n = arith.addi %i, %st : index
  cf.br ^bb1(%n : index)
^bb3:
  return
}
