// The rounded quotient of the largest number and -1 is computed by a division that overflows.
// input: a = 127 as i8: -127, and (127 + 1) / -1 = -128 / -1, which is undefined, after it.
// source: LLVM issue #106519 (lowering of ceildivsi)
func.func @f(%a: i8) -> i8 {
  %one = arith.constant 1 : i8
  %minus = arith.constant -1 : i8
  %r = arith.ceildivsi %a, %minus : i8
  return %r : i8
}

// -----

func.func @f(%a: i8) -> i8 {
  %one = arith.constant 1 : i8
  %minus = arith.constant -1 : i8
  %s = arith.addi %a, %one : i8
  %t = arith.divsi %s, %minus : i8
  %r = arith.addi %t, %one : i8
  return %r : i8
}
