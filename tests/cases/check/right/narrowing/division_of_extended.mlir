// The quotient of two extended bytes fits into a byte.
func.func @f(%a: i8, %b: i8) -> i8 {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %q = arith.divui %x, %y : i32
  %r = arith.trunci %q : i32 to i8
  return %r : i8
}

// -----

func.func @f(%a: i8, %b: i8) -> i8 {
  %r = arith.divui %a, %b : i8
  return %r : i8
}
