// A division that rounds down becomes one that rounds towards 0.
// input: a = -1, b = 2: -1, and 0 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.floordivsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.divsi %a, %b : i32
  return %r : i32
}
