// The loop runs while the condition does not hold.
// input: n = 5: 5, and 0 after it.
// sizes: 5
func.func @f(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%i = %c0) : (index) -> index {
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
    %go = arith.cmpi uge, %i, %n : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %k = arith.addi %i, %c1 : index
    scf.yield %k : index
  }
  return %r : index
}
