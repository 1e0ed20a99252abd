// Both numbers are small, and the signed quotient is the unsigned one.
func.func @f(%a: i16, %b: i16) -> i32 {
  %x = arith.extui %a : i16 to i32
  %y = arith.extui %b : i16 to i32
  %r = arith.divsi %x, %y : i32
  return %r : i32
}

// -----

func.func @f(%a: i16, %b: i16) -> i32 {
  %x = arith.extui %a : i16 to i32
  %y = arith.extui %b : i16 to i32
  %r = arith.divui %x, %y : i32
  return %r : i32
}
