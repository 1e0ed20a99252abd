// A division that rounds up becomes one that rounds down.
// input: n = 5: 3, and 2 after it.
// sizes: 5
func.func @f(%n: index) -> index {
  %r = affine.apply affine_map<(d0) -> (d0 ceildiv 2)>(%n)
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %r = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%n)
  return %r : index
}
