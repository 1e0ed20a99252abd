// The low half of a sum needs only the low halves.
func.func @f(%a: i32, %b: i32) -> i16 {
  %s = arith.addi %a, %b : i32
  %r = arith.trunci %s : i32 to i16
  return %r : i16
}

// -----

func.func @f(%a: i32, %b: i32) -> i16 {
  %x = arith.trunci %a : i32 to i16
  %y = arith.trunci %b : i32 to i16
  %r = arith.addi %x, %y : i16
  return %r : i16
}
