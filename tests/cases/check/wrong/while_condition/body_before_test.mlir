// The body moves before the test and runs once more.
// input: none: 0 1 2 is printed, and 0 1 2 3 after it.
func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %go = arith.cmpi ult, %i, %c3 : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    vector.print %i : index
    %k = arith.addi %i, %c1 : index
    scf.yield %k : index
  }
  return
}

// -----

func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    vector.print %i : index
    %go = arith.cmpi ult, %i, %c3 : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %k = arith.addi %i, %c1 : index
    scf.yield %k : index
  }
  return
}
