// max(min(a, b), a) is a.
func.func @f(%a: i32, %b: i32) -> i32 {
  %m = arith.minui %a, %b : i32
  %r = arith.maxui %m, %a : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
