// The largest number plus 1 is computed with a promise that it does not overflow.
// input: none: -2147483648, and poison after it.
func.func @f() -> i32 {
  %r = arith.constant -2147483648 : i32
  return %r : i32
}

// -----

func.func @f() -> i32 {
  %a = arith.constant 2147483647 : i32
  %b = arith.constant 1 : i32
  %r = arith.addi %a, %b overflow<nsw> : i32
  return %r : i32
}
