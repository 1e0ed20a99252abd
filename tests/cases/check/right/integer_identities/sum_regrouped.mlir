// Sums modulo 2^N may be regrouped.
func.func @f(%a: i32, %b: i32, %c: i32) -> i32 {
  %s = arith.addi %a, %b : i32
  %t = arith.addi %s, %c : i32
  return %t : i32
}

// -----

func.func @f(%a: i32, %b: i32, %c: i32) -> i32 {
  %s = arith.addi %c, %b : i32
  %t = arith.addi %s, %a : i32
  return %t : i32
}
