// The flag of one product is now at the other one.
// input: a = 65536, b = 1, c = 65536: a * b does not overflow and a * c does.
func.func @f(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %s = arith.muli %a, %b overflow<nsw> : i32
  %t = arith.muli %a, %c : i32
  return %s, %t : i32, i32
}

// -----

func.func @f(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %s = arith.muli %a, %b : i32
  %t = arith.muli %a, %c overflow<nsw> : i32
  return %s, %t : i32, i32
}
