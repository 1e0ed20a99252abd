// One of the numbers of a minimum is dropped.
// input: n = 9: min(9, 5) = 5, and 9 after it.
// sizes: 9
func.func @f(%n: index) -> index {
  %r = affine.min affine_map<(d0) -> (d0, 5, d0 + 1)>(%n)
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %r = affine.min affine_map<(d0) -> (d0, d0 + 1)>(%n)
  return %r : index
}
