// The bits that a shift brings down from the high half are cut first.
// input: x = 65536: 65536 >> 8 = 256, and 0 after it.
func.func @f(%x: i32) -> i16 {
  %c = arith.constant 8 : i32
  %s = arith.shrui %x, %c : i32
  %r = arith.trunci %s : i32 to i16
  return %r : i16
}

// -----

func.func @f(%x: i32) -> i16 {
  %c = arith.constant 8 : i16
  %t = arith.trunci %x : i32 to i16
  %r = arith.shrui %t, %c : i16
  return %r : i16
}
