// A sum gets the flag because another one has it.
// input: a = 2147483647, b = 0, c = 1: t is -2147483648, and poison after it.
func.func @f(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %s = arith.addi %a, %b overflow<nsw> : i32
  %t = arith.addi %a, %c : i32
  return %s, %t : i32, i32
}

// -----

func.func @f(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %s = arith.addi %a, %b overflow<nsw> : i32
  %t = arith.addi %a, %c overflow<nsw> : i32
  return %s, %t : i32, i32
}
