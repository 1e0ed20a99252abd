// Without a promise the sum wraps.
func.func @f() -> i8 {
  %a = arith.constant 127 : i8
  %b = arith.constant 1 : i8
  %r = arith.addi %a, %b : i8
  return %r : i8
}

// -----

func.func @f() -> i8 {
  %r = arith.constant -128 : i8
  return %r : i8
}
