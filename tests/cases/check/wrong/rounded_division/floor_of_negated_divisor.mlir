// A divisor's sign moves to the dividend, and what was rounded down is rounded up.
// input: a = 1, b = -2: floor(-0.5) = -1, and -floor(0.5) = 0 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %r = arith.floordivsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %n = arith.subi %zero, %b : i32
  %q = arith.floordivsi %a, %n : i32
  %r = arith.subi %zero, %q : i32
  return %r : i32
}
