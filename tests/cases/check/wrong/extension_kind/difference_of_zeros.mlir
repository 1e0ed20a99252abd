// A difference of bytes without sign may be negative, and is extended without its sign.
// input: a = 0, b = 1: -1, and 65535 after it.
func.func @f(%a: i8, %b: i8) -> i32 {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %r = arith.subi %x, %y : i32
  return %r : i32
}

// -----

func.func @f(%a: i8, %b: i8) -> i32 {
  %x = arith.extui %a : i8 to i16
  %y = arith.extui %b : i8 to i16
  %d = arith.subi %x, %y : i16
  %r = arith.extui %d : i16 to i32
  return %r : i32
}
