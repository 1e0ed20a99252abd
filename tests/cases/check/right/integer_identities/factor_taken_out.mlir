// A common factor may be taken out modulo 2^N.
func.func @f(%a: i16, %b: i16, %c: i16) -> i16 {
  %x = arith.muli %a, %b : i16
  %y = arith.muli %a, %c : i16
  %r = arith.addi %x, %y : i16
  return %r : i16
}

// -----

func.func @f(%a: i16, %b: i16, %c: i16) -> i16 {
  %s = arith.addi %b, %c : i16
  %r = arith.muli %a, %s : i16
  return %r : i16
}
