// a ceildiv 4 is (a + 3) floordiv 4.
// sizes: 9
func.func @f(%n: index) -> index {
  %r = affine.apply affine_map<(d0) -> (d0 ceildiv 4)>(%n)
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %r = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%n)
  return %r : index
}
