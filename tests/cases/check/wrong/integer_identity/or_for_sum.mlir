// a + b becomes a | b, although bits may be set in both.
// input: a = b = 1: 2, and 1 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.addi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.ori %a, %b : i32
  return %r : i32
}
