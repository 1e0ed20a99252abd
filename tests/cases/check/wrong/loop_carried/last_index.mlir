// The last index of the loop is taken for its bound.
// input: none: 7, and 8 after it.
func.func @f() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %c0) -> (index) {
    scf.yield %i : index
  }
  return %r : index
}

// -----

func.func @f() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %c0) -> (index) {
    scf.yield %i : index
  }
  return %c8 : index
}
