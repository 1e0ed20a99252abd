// The average of bytes without a wider type: (a & b) + ((a ^ b) >> 1).
func.func @f(%a: i8, %b: i8) -> i8 {
  %one = arith.constant 1 : i16
  %x = arith.extui %a : i8 to i16
  %y = arith.extui %b : i8 to i16
  %s = arith.addi %x, %y : i16
  %h = arith.shrui %s, %one : i16
  %r = arith.trunci %h : i16 to i8
  return %r : i8
}

// -----

func.func @f(%a: i8, %b: i8) -> i8 {
  %one = arith.constant 1 : i8
  %x = arith.andi %a, %b : i8
  %y = arith.xori %a, %b : i8
  %h = arith.shrui %y, %one : i8
  %r = arith.addi %x, %h : i8
  return %r : i8
}
