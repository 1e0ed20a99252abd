// A difference becomes a sum with the negated number and keeps the flag.
// input: a = -1, b = -2147483648: 2147483647, and -1 + -2147483648 is poison after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.subi %a, %b overflow<nsw> : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %m = arith.subi %zero, %b : i32
  %r = arith.addi %a, %m overflow<nsw> : i32
  return %r : i32
}
