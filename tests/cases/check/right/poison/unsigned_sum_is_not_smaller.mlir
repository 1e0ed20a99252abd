// a + b >= a without sign, where the sum does not wrap.
func.func @f(%a: i16, %b: i16) -> i1 {
  %s = arith.addi %a, %b overflow<nuw> : i16
  %r = arith.cmpi uge, %s, %a : i16
  return %r : i1
}

// -----

func.func @f(%a: i16, %b: i16) -> i1 {
  %r = arith.constant true
  return %r : i1
}
