// The condition passes its two numbers in the other order.
// input: none: 3 and 6, and 3 and 3 after it.
func.func @f() -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.while (%i = %c0, %j = %c0) : (index, index) -> (index, index) {
    %go = arith.cmpi ult, %i, %c3 : index
    scf.condition(%go) %i, %j : index, index
  } do {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %c1 : index
    %l = arith.addi %j, %c2 : index
    scf.yield %k, %l : index, index
  }
  return %r#0, %r#1 : index, index
}

// -----

func.func @f() -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.while (%i = %c0, %j = %c0) : (index, index) -> (index, index) {
    %go = arith.cmpi ult, %i, %c3 : index
    scf.condition(%go) %j, %i : index, index
  } do {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %c1 : index
    %l = arith.addi %j, %c2 : index
    scf.yield %k, %l : index, index
  }
  return %r#0, %r#1 : index, index
}
