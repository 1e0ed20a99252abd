// A modulus, which is never negative, becomes a signed remainder.
// input: n = 1: (1 - 3) mod 4 = 2, and -2 after it.
// sizes: 1
func.func @f(%n: index) -> index {
  %r = affine.apply affine_map<(d0) -> ((d0 - 3) mod 4)>(%n)
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %d = arith.subi %n, %c3 : index
  %r = arith.remsi %d, %c4 : index
  return %r : index
}
