// The condition passes the number of the next round out of the loop.
// input: n = 3: 3, and 4 after it.
// sizes: 3
func.func @f(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %k = arith.addi %i, %c1 : index
    %go = arith.cmpi ult, %i, %n : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %k = arith.addi %i, %c1 : index
    scf.yield %k : index
  }
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %k = arith.addi %i, %c1 : index
    %go = arith.cmpi ult, %i, %n : index
    scf.condition(%go) %k : index
  } do {
  ^bb0(%i: index):
    scf.yield %i : index
  }
  return %r : index
}
