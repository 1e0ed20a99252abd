// The high half of an unsigned product is that of the signed one.
// input: a = b = -1: -2, and 0 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %low, %high = arith.mului_extended %a, %b : i32
  return %high : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %low, %high = arith.mulsi_extended %a, %b : i32
  return %high : i32
}
