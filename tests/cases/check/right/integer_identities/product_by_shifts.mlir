// 7 x is 8 x - x.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 7 : i32
  %r = arith.muli %x, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %e = arith.shli %x, %c : i32
  %r = arith.subi %e, %x : i32
  return %r : i32
}
