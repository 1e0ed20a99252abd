// The quotient that overflows is undefined, and elsewhere it is the negated number.
func.func @f(%a: i32) -> i32 {
  %m = arith.constant -1 : i32
  %r = arith.divsi %a, %m : i32
  return %r : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %r = arith.subi %zero, %a : i32
  return %r : i32
}
