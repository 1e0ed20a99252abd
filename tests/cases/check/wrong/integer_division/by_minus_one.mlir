// 0 - x becomes a division by -1, which the smallest number does not have.
// input: x = -2147483648: it stays, and the division is undefined after it.
func.func @f(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %r = arith.subi %zero, %x : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %m = arith.constant -1 : i32
  %r = arith.divsi %x, %m : i32
  return %r : i32
}
