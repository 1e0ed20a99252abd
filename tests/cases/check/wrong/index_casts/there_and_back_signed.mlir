// An index that was cut to a byte and extended again is taken for unchanged.
// input: n = 256: 0, and 256 after it.
// source: LLVM issue #90296 (canonicalization of index_cast)
// sizes: 256
func.func @f(%n: index) -> index {
  %b = arith.index_cast %n : index to i8
  %r = arith.index_cast %b : i8 to index
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  return %n : index
}
