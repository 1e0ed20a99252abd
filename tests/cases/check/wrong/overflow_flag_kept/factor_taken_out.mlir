// A factor is taken out of two products, and the flags stay.
// input: a = 0, b = 2147483647, c = 1: 0, and b + c is poison after it.
func.func @f(%a: i32, %b: i32, %c: i32) -> i32 {
  %x = arith.muli %a, %b overflow<nsw> : i32
  %y = arith.muli %a, %c overflow<nsw> : i32
  %r = arith.addi %x, %y overflow<nsw> : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32, %c: i32) -> i32 {
  %s = arith.addi %b, %c overflow<nsw> : i32
  %r = arith.muli %a, %s overflow<nsw> : i32
  return %r : i32
}
