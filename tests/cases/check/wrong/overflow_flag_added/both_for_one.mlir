// A sum that may overflow as a signed number gets that flag beside the other one.
// input: a = 100, b = 100 as i8: 200 fits without sign: 200, and poison after it.
func.func @f(%a: i8, %b: i8) -> i8 {
  %r = arith.addi %a, %b overflow<nuw> : i8
  return %r : i8
}

// -----

func.func @f(%a: i8, %b: i8) -> i8 {
  %r = arith.addi %a, %b overflow<nsw, nuw> : i8
  return %r : i8
}
