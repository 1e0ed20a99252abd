// Two shifts become one by more than the width.
// input: any x: 0, and poison after it.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 20 : i32
  %s = arith.shli %x, %c : i32
  %r = arith.shli %s, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 40 : i32
  %r = arith.shli %x, %c : i32
  return %r : i32
}
