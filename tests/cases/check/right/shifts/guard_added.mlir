// Where the amount is too large the first program has no value, and the second may take 0.
func.func @f(%x: i32, %n: i32) -> i32 {
  %r = arith.shrui %x, %n : i32
  return %r : i32
}

// -----

func.func @f(%x: i32, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %width = arith.constant 32 : i32
  %p = arith.cmpi ult, %n, %width : i32
  %s = arith.shrui %x, %n : i32
  %r = arith.select %p, %s, %zero : i32
  return %r : i32
}
