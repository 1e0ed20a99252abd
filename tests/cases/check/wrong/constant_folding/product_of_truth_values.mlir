// The extended product of two `i1` that are -1 is folded with a high half of 1.
// input: none: low 1 and high 0, and 1 and 1 after it.
// source: LLVM issue #88732 (canonicalization of mulsi_extended)
func.func @f() -> (i1, i1) {
  %t = arith.constant true
  %low, %high = arith.mulsi_extended %t, %t : i1
  return %low, %high : i1, i1
}

// -----

func.func @f() -> (i1, i1) {
  %low = arith.constant true
  %high = arith.constant true
  return %low, %high : i1, i1
}
