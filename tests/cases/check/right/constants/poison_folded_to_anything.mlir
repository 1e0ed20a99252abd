// The sum that breaks its promise has no value, and any number will do.
func.func @f() -> i32 {
  %a = arith.constant 2147483647 : i32
  %b = arith.constant 1 : i32
  %r = arith.addi %a, %b overflow<nsw> : i32
  return %r : i32
}

// -----

func.func @f() -> i32 {
  %r = arith.constant 17 : i32
  return %r : i32
}
