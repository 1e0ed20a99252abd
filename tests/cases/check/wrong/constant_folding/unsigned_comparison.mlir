// A comparison of constants without sign is folded with it.
// input: none: false, and true after it.
func.func @f() -> i1 {
  %a = arith.constant -1 : i8
  %b = arith.constant 1 : i8
  %r = arith.cmpi ult, %a, %b : i8
  return %r : i1
}

// -----

func.func @f() -> i1 {
  %r = arith.constant true
  return %r : i1
}
