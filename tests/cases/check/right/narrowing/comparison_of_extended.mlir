// Two bytes that were extended by zeros are compared as bytes without sign.
func.func @f(%a: i8, %b: i8) -> i1 {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %r = arith.cmpi slt, %x, %y : i32
  return %r : i1
}

// -----

func.func @f(%a: i8, %b: i8) -> i1 {
  %r = arith.cmpi ult, %a, %b : i8
  return %r : i1
}
