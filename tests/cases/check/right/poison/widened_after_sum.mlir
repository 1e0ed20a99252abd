// The sum does not overflow, and may be extended before or after.
func.func @f(%a: i32, %b: i32) -> i64 {
  %s = arith.addi %a, %b overflow<nsw> : i32
  %r = arith.extsi %s : i32 to i64
  return %r : i64
}

// -----

func.func @f(%a: i32, %b: i32) -> i64 {
  %x = arith.extsi %a : i32 to i64
  %y = arith.extsi %b : i32 to i64
  %r = arith.addi %x, %y : i64
  return %r : i64
}
