// (a + b - 1) / b overflows where a is large.
// input: a = 255, b = 2: 128, and 0 / 2 = 0 after it.
func.func @f(%a: i8, %b: i8) -> i8 {
  %r = arith.ceildivui %a, %b : i8
  return %r : i8
}

// -----

func.func @f(%a: i8, %b: i8) -> i8 {
  %m = arith.constant -1 : i8
  %s = arith.addi %a, %b : i8
  %t = arith.addi %s, %m : i8
  %r = arith.divui %t, %b : i8
  return %r : i8
}
