// A remainder of signed numbers becomes one of unsigned numbers.
// input: a = -1, b = 3: -1, and 0 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.remsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.remui %a, %b : i32
  return %r : i32
}
