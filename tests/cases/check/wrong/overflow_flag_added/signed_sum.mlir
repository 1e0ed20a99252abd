// A sum gets the promise that it does not overflow.
// input: a = 2147483647, b = 1: -2147483648, and poison after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.addi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.addi %a, %b overflow<nsw> : i32
  return %r : i32
}
