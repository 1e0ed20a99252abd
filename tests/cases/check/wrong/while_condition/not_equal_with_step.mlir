// The comparison becomes `ne`, and the step passes the end by one.
// input: none: 9 after three steps; after it the loop does not stop at 8.
// max-steps: 1000
func.func @f() -> index {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %go = arith.cmpi ult, %i, %c8 : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    vector.print %i : index
    %k = arith.addi %i, %c3 : index
    scf.yield %k : index
  }
  return %r : index
}

// -----

func.func @f() -> index {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %go = arith.cmpi ne, %i, %c8 : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    vector.print %i : index
    %k = arith.addi %i, %c3 : index
    scf.yield %k : index
  }
  return %r : index
}
