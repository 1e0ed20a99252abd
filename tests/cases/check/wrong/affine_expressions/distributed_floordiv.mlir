// (a + b) floordiv 4 becomes a floordiv 4 + b floordiv 4.
// input: a = b = 2: 1, and 0 after it.
// sizes: 2
func.func @f(%a: index, %b: index) -> index {
  %r = affine.apply affine_map<(d0, d1) -> ((d0 + d1) floordiv 4)>(%a, %b)
  return %r : index
}

// -----

func.func @f(%a: index, %b: index) -> index {
  %r = affine.apply affine_map<(d0, d1) -> (d0 floordiv 4 + d1 floordiv 4)>(%a, %b)
  return %r : index
}
