// A byte becomes an index without its sign.
// input: x = -1: -1, and 255 after it.
func.func @f(%x: i8) -> i64 {
  %n = arith.index_cast %x : i8 to index
  %r = arith.index_cast %n : index to i64
  return %r : i64
}

// -----

func.func @f(%x: i8) -> i64 {
  %n = arith.index_castui %x : i8 to index
  %r = arith.index_cast %n : index to i64
  return %r : i64
}
