// The absolute difference of bytes is computed in bytes.
// input: a = 200, b = 0: 200, and |-56| = 56 after it.
func.func @f(%a: i8, %b: i8) -> i8 {
  %x = arith.extui %a : i8 to i16
  %y = arith.extui %b : i8 to i16
  %d = arith.subi %x, %y : i16
  %e = math.absi %d : i16
  %r = arith.trunci %e : i16 to i8
  return %r : i8
}

// -----

func.func @f(%a: i8, %b: i8) -> i8 {
  %d = arith.subi %a, %b : i8
  %r = math.absi %d : i8
  return %r : i8
}
