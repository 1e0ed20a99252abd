// A product with 128 as i8, which is -128, becomes a shift by 7 and keeps the flag.
// input: x = 1: 1 * -128 = -128, and 1 << 7 changes the sign, so that it is poison after it.
func.func @f(%x: i8) -> i8 {
  %c = arith.constant -128 : i8
  %r = arith.muli %x, %c overflow<nsw> : i8
  return %r : i8
}

// -----

func.func @f(%x: i8) -> i8 {
  %c = arith.constant 7 : i8
  %r = arith.shli %x, %c overflow<nsw> : i8
  return %r : i8
}
