// The sums stand in another order in the text, and each keeps its flag.
func.func @f(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %s = arith.addi %a, %b overflow<nsw> : i32
  %t = arith.addi %a, %c : i32
  return %s, %t : i32, i32
}

// -----

func.func @f(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %t = arith.addi %a, %c : i32
  %s = arith.addi %a, %b overflow<nsw> : i32
  return %s, %t : i32, i32
}
