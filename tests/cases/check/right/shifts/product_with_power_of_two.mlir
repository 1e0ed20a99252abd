// x * 16 is x << 4.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 16 : i32
  %r = arith.muli %x, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 4 : i32
  %r = arith.shli %x, %c : i32
  return %r : i32
}
