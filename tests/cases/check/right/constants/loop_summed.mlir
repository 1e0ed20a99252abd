// The sum of 0 to 9 is 45.
func.func @f() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %s = scf.for %i = %c0 to %c10 step %c1 iter_args(%t = %c0) -> (index) {
    %n = arith.addi %t, %i : index
    scf.yield %n : index
  }
  return %s : index
}

// -----

func.func @f() -> index {
  %s = arith.constant 45 : index
  return %s : index
}
