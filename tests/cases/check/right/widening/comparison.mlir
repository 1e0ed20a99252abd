// Extensions by the sign keep the order of signed numbers.
func.func @f(%a: i16, %b: i16) -> i1 {
  %r = arith.cmpi slt, %a, %b : i16
  return %r : i1
}

// -----

func.func @f(%a: i16, %b: i16) -> i1 {
  %x = arith.extsi %a : i16 to i64
  %y = arith.extsi %b : i16 to i64
  %r = arith.cmpi slt, %x, %y : i64
  return %r : i1
}
