// Both sums are computed once, without the promise of one of them.
func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %x = arith.addi %a, %b overflow<nsw> : i32
  %y = arith.addi %a, %b : i32
  return %x, %y : i32, i32
}

// -----

func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %x = arith.addi %a, %b : i32
  return %x, %x : i32, i32
}
