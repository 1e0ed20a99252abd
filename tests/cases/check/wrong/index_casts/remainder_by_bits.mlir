// An index is taken modulo 6 after it was cut to four bits.
// input: n = 17: 5, and 1 after it.
// sizes: 17
func.func @f(%n: index) -> index {
  %c6 = arith.constant 6 : index
  %c15 = arith.constant 15 : index
  %r = arith.remui %n, %c6 : index
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %c6 = arith.constant 6 : index
  %c15 = arith.constant 15 : index
  %m = arith.andi %n, %c15 : index
  %r = arith.remui %m, %c6 : index
  return %r : index
}
