// An extension by zeros in two steps is one.
func.func @f(%x: i8) -> i64 {
  %y = arith.extui %x : i8 to i32
  %z = arith.extui %y : i32 to i64
  return %z : i64
}

// -----

func.func @f(%x: i8) -> i64 {
  %z = arith.extui %x : i8 to i64
  return %z : i64
}
