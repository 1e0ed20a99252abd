// The remainder that belongs to rounding towards 0 is computed with a quotient that is rounded down.
// input: a = -7, b = 2: -1, and -7 - (-4 * 2) = 1 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.remsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %q = arith.floordivsi %a, %b : i32
  %p = arith.muli %q, %b : i32
  %r = arith.subi %a, %p : i32
  return %r : i32
}
