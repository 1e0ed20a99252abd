// The regrouped sum makes no promise, and is the old one wherever that has a value.
func.func @f(%a: i32, %b: i32, %c: i32) -> i32 {
  %s = arith.addi %a, %b overflow<nsw> : i32
  %t = arith.addi %s, %c overflow<nsw> : i32
  return %t : i32
}

// -----

func.func @f(%a: i32, %b: i32, %c: i32) -> i32 {
  %s = arith.addi %b, %c : i32
  %t = arith.addi %a, %s : i32
  return %t : i32
}
