// Two bytes are extended by zeros before a signed comparison.
// input: a = -1, b = 0: true, and 255 < 0 is false after it.
func.func @f(%a: i8, %b: i8) -> i1 {
  %r = arith.cmpi slt, %a, %b : i8
  return %r : i1
}

// -----

func.func @f(%a: i8, %b: i8) -> i1 {
  %x = arith.extui %a : i8 to i16
  %y = arith.extui %b : i8 to i16
  %r = arith.cmpi slt, %x, %y : i16
  return %r : i1
}
