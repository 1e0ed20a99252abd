// The average of two bytes is computed in bytes.
// input: a = 255, b = 1: 128, and 0 after it.
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
  %s = arith.addi %a, %b : i8
  %r = arith.shrui %s, %one : i8
  return %r : i8
}
