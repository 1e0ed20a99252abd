// A division of signed numbers becomes one of unsigned numbers.
// input: a = -4, b = 2: -2, and 2147483646 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.divsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.divui %a, %b : i32
  return %r : i32
}
