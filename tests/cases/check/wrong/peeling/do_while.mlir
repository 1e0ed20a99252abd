// A loop that tests first becomes one that tests after its body.
// input: n = 0: no store, and A[0] = 1 after it.
// sizes: 0
func.func @rotate(%A: memref<8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  %go = arith.cmpi ult, %i, %n : index
  cf.cond_br %go, ^bb2, ^bb3
^bb2:
  memref.store %one, %A[%i] : memref<8xi32>
  %k = arith.addi %i, %c1 : index
  cf.br ^bb1(%k : index)
^bb3:
  return
}

// -----

func.func @rotate(%A: memref<8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  memref.store %one, %A[%i] : memref<8xi32>
  %k = arith.addi %i, %c1 : index
  %go = arith.cmpi ult, %k, %n : index
  cf.cond_br %go, ^bb1(%k : index), ^bb2
^bb2:
  return
}
