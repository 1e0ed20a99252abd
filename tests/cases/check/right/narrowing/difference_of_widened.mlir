// A difference of extended bytes fits 16 bits.
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
  %r = arith.extsi %d : i16 to i32
  return %r : i32
}
