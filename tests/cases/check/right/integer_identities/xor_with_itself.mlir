// x ^ x is 0.
func.func @f(%x: i64) -> i64 {
  %r = arith.xori %x, %x : i64
  return %r : i64
}

// -----

func.func @f(%x: i64) -> i64 {
  %r = arith.constant 0 : i64
  return %r : i64
}
