// A sum of three is grouped differently and keeps the promise of both sums.
// input: a = -1, b = 2147483647, c = 1: 2147483647, and b + c is poison after it.
func.func @f(%a: i32, %b: i32, %c: i32) -> i32 {
  %s = arith.addi %a, %b overflow<nsw> : i32
  %t = arith.addi %s, %c overflow<nsw> : i32
  return %t : i32
}

// -----

func.func @f(%a: i32, %b: i32, %c: i32) -> i32 {
  %s = arith.addi %b, %c overflow<nsw> : i32
  %t = arith.addi %a, %s overflow<nsw> : i32
  return %t : i32
}
