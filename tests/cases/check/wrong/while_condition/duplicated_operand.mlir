// The second operand of a condition is bound to the number of the other arm.
// input: none: the loop leaves the state 2, and 20 after it.
// source: LLVM issue #219456 (WhileMoveIfDown)
func.func @f() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %r:3 = scf.while (%s = %c0) : (index) -> (index, index, index) {
    %go = arith.cmpi slt, %s, %c1 : index
    %v = scf.if %go -> index {
      %n = arith.addi %s, %c2 : index
      scf.yield %n : index
    } else {
      scf.yield %c20 : index
    }
    scf.condition(%go) %v, %v, %s : index, index, index
  } do {
  ^bb0(%a: index, %b: index, %o: index):
    scf.yield %b : index
  }
  return %r#2 : index
}

// -----

func.func @f() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %r:3 = scf.while (%s = %c0) : (index) -> (index, index, index) {
    %go = arith.cmpi slt, %s, %c1 : index
    scf.condition(%go) %c20, %c20, %s : index, index, index
  } do {
  ^bb0(%a: index, %b: index, %o: index):
    %n = arith.addi %o, %c2 : index
    scf.yield %b : index
  }
  return %r#2 : index
}
