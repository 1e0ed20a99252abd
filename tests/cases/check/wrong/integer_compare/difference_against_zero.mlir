// a < b is taken for a - b < 0, which may overflow.
// input: a = -2147483648, b = 1: true, and 2147483647 < 0 is false after it.
// source: LLVM issue #216042 is the same mistake in the index dialect
func.func @f(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi slt, %a, %b : i32
  return %r : i1
}

// -----

func.func @f(%a: i32, %b: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %d = arith.subi %a, %b : i32
  %r = arith.cmpi slt, %d, %zero : i32
  return %r : i1
}
