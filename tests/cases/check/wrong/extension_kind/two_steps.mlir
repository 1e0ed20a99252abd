// An extension by the sign in two steps becomes one by zeros and one by the sign.
// input: x = -1: -1, and 255 after it.
func.func @f(%x: i8) -> i64 {
  %y = arith.extsi %x : i8 to i32
  %z = arith.extsi %y : i32 to i64
  return %z : i64
}

// -----

func.func @f(%x: i8) -> i64 {
  %y = arith.extui %x : i8 to i32
  %z = arith.extsi %y : i32 to i64
  return %z : i64
}
