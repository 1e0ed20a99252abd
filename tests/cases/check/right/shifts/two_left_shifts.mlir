// Shifts by 3 and 4 are one by 7, which is less than the width.
func.func @f(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  %s = arith.shli %x, %a : i32
  %r = arith.shli %s, %b : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 7 : i32
  %r = arith.shli %x, %c : i32
  return %r : i32
}
