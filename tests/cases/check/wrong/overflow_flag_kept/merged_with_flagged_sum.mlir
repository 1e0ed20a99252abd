// A sum without a promise is taken from an equal sum that has one.
// input: a = 2147483647, b = 1: the first result is poison in both, the second is -2147483648, and poison after it.
func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %x = arith.addi %a, %b overflow<nsw> : i32
  %y = arith.addi %a, %b : i32
  return %x, %y : i32, i32
}

// -----

func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %x = arith.addi %a, %b overflow<nsw> : i32
  return %x, %x : i32, i32
}
