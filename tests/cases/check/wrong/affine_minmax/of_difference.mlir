// min(a - b, c) becomes min(a, c) - b.
// input: n = 4: min(10 - 4, 4) = 4, and min(10, 4) - 4 = 0 after it.
// sizes: 4
func.func @f(%n: index) -> index {
  %r = affine.min affine_map<(d0) -> (10 - d0, 4)>(%n)
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %m = affine.min affine_map<(d0) -> (10, 4)>(%n)
  %r = arith.subi %m, %n : index
  return %r : index
}
