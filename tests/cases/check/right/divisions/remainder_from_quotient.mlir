// The remainder is what the quotient leaves.
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.remui %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %q = arith.divui %a, %b : i32
  %p = arith.muli %q, %b : i32
  %r = arith.subi %a, %p : i32
  return %r : i32
}
