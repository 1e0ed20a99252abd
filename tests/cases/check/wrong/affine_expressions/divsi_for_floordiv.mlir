// The quotient of a negative number is lowered to a division towards 0.
// input: n = 1: (1 - 4) floordiv 2 = -2, and -1 after it.
// sizes: 1
func.func @f(%n: index) -> index {
  %r = affine.apply affine_map<(d0) -> ((d0 - 4) floordiv 2)>(%n)
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %d = arith.subi %n, %c4 : index
  %r = arith.divsi %d, %c2 : index
  return %r : index
}
