// The unused division has no undefined input.
func.func @f(%a: i32) -> i32 {
  %c = arith.constant 7 : i32
  %q = arith.divsi %a, %c : i32
  return %a : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  return %a : i32
}
