// The mask that replaces cutting and extending keeps a bit too many.
// input: x = 256: 0, and 256 after it.
func.func @f(%x: i32) -> i32 {
  %t = arith.trunci %x : i32 to i8
  %r = arith.extui %t : i8 to i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %m = arith.constant 511 : i32
  %r = arith.andi %x, %m : i32
  return %r : i32
}
