// The sign of a difference is looked at in the type of the operands, where it may overflow.
// input: a = 127, b = -1 as i8: 128 > 0, and -128 > 0 is false after it.
func.func @f(%a: i8, %b: i8) -> i1 {
  %zero = arith.constant 0 : i16
  %x = arith.extsi %a : i8 to i16
  %y = arith.extsi %b : i8 to i16
  %d = arith.subi %x, %y : i16
  %r = arith.cmpi sgt, %d, %zero : i16
  return %r : i1
}

// -----

func.func @f(%a: i8, %b: i8) -> i1 {
  %zero = arith.constant 0 : i8
  %d = arith.subi %a, %b : i8
  %r = arith.cmpi sgt, %d, %zero : i8
  return %r : i1
}
