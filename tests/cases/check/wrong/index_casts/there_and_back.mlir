// An index that was cut to a byte is taken for unchanged.
// input: x = 10000: 16, and 10000 after it.
// source: LLVM issue #90238 (canonicalization of index_castui)
func.func @f(%x: i64) -> i64 {
  %n = arith.index_castui %x : i64 to index
  %b = arith.index_castui %n : index to i8
  %r = arith.extui %b : i8 to i64
  return %r : i64
}

// -----

func.func @f(%x: i64) -> i64 {
  return %x : i64
}
