// The index is a small one, and casts with and without sign are the same.
func.func @f(%x: i8) -> i64 {
  %y = arith.extui %x : i8 to i32
  %n = arith.index_cast %y : i32 to index
  %r = arith.index_cast %n : index to i64
  return %r : i64
}

// -----

func.func @f(%x: i8) -> i64 {
  %y = arith.extui %x : i8 to i32
  %n = arith.index_castui %y : i32 to index
  %r = arith.index_cast %n : index to i64
  return %r : i64
}
