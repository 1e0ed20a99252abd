// The low byte is extended by zeros instead of its sign.
// input: x = 0x80: -128, and 128 after it.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 24 : i32
  %s = arith.shli %x, %c : i32
  %r = arith.shrsi %s, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 24 : i32
  %s = arith.shli %x, %c : i32
  %r = arith.shrui %s, %c : i32
  return %r : i32
}
