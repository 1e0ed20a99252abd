// (1 - 3) floordiv 8 mod 8 is folded to 1.
// input: n = 1: -1 mod 8 = 7, and 1 after it.
// source: LLVM issue #114654 (simplification of an affine expression)
// sizes: 1
func.func @f(%n: index) -> index {
  %r = affine.apply affine_map<(d0, d1) -> (((d1 - (d0 + 2)) floordiv 8) mod 8)>(%n, %n)
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %r = arith.constant 1 : index
  return %r : index
}
