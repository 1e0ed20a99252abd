// The remainder is corrected by the modulus where it is negative.
// sizes: 1
func.func @f(%n: index) -> index {
  %r = affine.apply affine_map<(d0) -> ((d0 - 3) mod 4)>(%n)
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %d = arith.subi %n, %c3 : index
  %q = arith.remsi %d, %c4 : index
  %p = arith.cmpi slt, %q, %c0 : index
  %s = arith.addi %q, %c4 : index
  %r = arith.select %p, %s, %q : index
  return %r : index
}
