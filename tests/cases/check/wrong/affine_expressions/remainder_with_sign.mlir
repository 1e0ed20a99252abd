// A modulus of a negative number becomes the remainder of the division towards 0.
// input: n = 1: -3 mod 4 = 1, and -3 after it.
// sizes: 1
func.func @f(%n: index) -> index {
  %r = affine.apply affine_map<(d0) -> ((d0 - 4) mod 4)>(%n)
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %d = arith.subi %n, %c4 : index
  %q = arith.divsi %d, %c4 : index
  %p = arith.muli %q, %c4 : index
  %r = arith.subi %d, %p : index
  return %r : index
}
