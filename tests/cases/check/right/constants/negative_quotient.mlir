// -7 / 2 is rounded towards 0.
func.func @f() -> i32 {
  %a = arith.constant -7 : i32
  %b = arith.constant 2 : i32
  %r = arith.divsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f() -> i32 {
  %r = arith.constant -3 : i32
  return %r : i32
}
