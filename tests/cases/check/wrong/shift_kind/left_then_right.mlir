// A shift to the left and back is taken for no change.
// input: x = 0x80000000: 0, and x after it.
func.func @f(%x: i32) -> i32 {
  %one = arith.constant 1 : i32
  %s = arith.shli %x, %one : i32
  %r = arith.shrui %s, %one : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  return %x : i32
}
