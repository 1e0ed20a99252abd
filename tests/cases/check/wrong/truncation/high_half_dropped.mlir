// A number is cut to 16 bits and extended again, which is taken for no change.
// input: x = 65536: 0, and 65536 after it.
func.func @f(%x: i32) -> i32 {
  %t = arith.trunci %x : i32 to i16
  %r = arith.extsi %t : i16 to i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  return %x : i32
}
