// Shifting out and back clears the high bits.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 8 : i32
  %s = arith.shli %x, %c : i32
  %r = arith.shrui %s, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %m = arith.constant 16777215 : i32
  %r = arith.andi %x, %m : i32
  return %r : i32
}
