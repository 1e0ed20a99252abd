// An unsigned division by 16 becomes a shift that repeats the sign.
// input: x = 0x80000000: 0x08000000, and 0xF8000000 after it.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 16 : i32
  %r = arith.divui %x, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 4 : i32
  %r = arith.shrsi %x, %c : i32
  return %r : i32
}
