// (a + b) / 2 becomes a / 2 + b / 2.
// input: a = b = 1: 1, and 0 after it.
func.func @f(%a: i16, %b: i16) -> i16 {
  %two = arith.constant 2 : i16
  %s = arith.addi %a, %b : i16
  %r = arith.divui %s, %two : i16
  return %r : i16
}

// -----

func.func @f(%a: i16, %b: i16) -> i16 {
  %two = arith.constant 2 : i16
  %x = arith.divui %a, %two : i16
  %y = arith.divui %b, %two : i16
  %r = arith.addi %x, %y : i16
  return %r : i16
}
