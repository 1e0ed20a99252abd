// The quotient that is rounded up is computed with -a, which overflows for the smallest number.
// input: a = -128, b = 7 as i8: -18, and 18 after it.
// source: LLVM issues #89382 and #106519 (folder and lowering of ceildivsi)
func.func @f(%a: i8) -> i8 {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %seven = arith.constant 7 : i8
  %r = arith.ceildivsi %a, %seven : i8
  return %r : i8
}

// -----

func.func @f(%a: i8) -> i8 {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %seven = arith.constant 7 : i8
  %n = arith.subi %zero, %a : i8
  %t = arith.divsi %n, %seven : i8
  %u = arith.subi %zero, %t : i8
  %m = arith.subi %a, %one : i8
  %v = arith.divsi %m, %seven : i8
  %w = arith.addi %v, %one : i8
  %p = arith.cmpi sgt, %a, %zero : i8
  %r = arith.select %p, %w, %u : i8
  return %r : i8
}
