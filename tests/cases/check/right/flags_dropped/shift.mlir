// A shift without the promise does the same where the promise holds.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %r = arith.shli %x, %c overflow<nsw> : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %r = arith.shli %x, %c : i32
  return %r : i32
}
