// (a / b) * b is taken for a.
// input: a = 7, b = 2: 6, and 7 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %q = arith.divui %a, %b : i32
  %r = arith.muli %q, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
