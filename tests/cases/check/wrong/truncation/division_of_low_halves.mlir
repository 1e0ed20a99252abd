// A quotient is cut to its low half, and the operands are now cut first.
// input: a = 65536, b = 2: 32768 as i16 is -32768, and 0 / 2 = 0 after it.
func.func @f(%a: i32, %b: i16) -> i16 {
  %y = arith.extui %b : i16 to i32
  %q = arith.divui %a, %y : i32
  %r = arith.trunci %q : i32 to i16
  return %r : i16
}

// -----

func.func @f(%a: i32, %b: i16) -> i16 {
  %x = arith.trunci %a : i32 to i16
  %r = arith.divui %x, %b : i16
  return %r : i16
}
