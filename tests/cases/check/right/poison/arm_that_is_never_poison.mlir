// Where the amount is too large the choice takes 0, and the guarded shift is the shift by a guarded amount.
func.func @f(%x: i32, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %width = arith.constant 32 : i32
  %p = arith.cmpi ult, %n, %width : i32
  %s = arith.shli %x, %n : i32
  %r = arith.select %p, %s, %zero : i32
  return %r : i32
}

// -----

func.func @f(%x: i32, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %width = arith.constant 32 : i32
  %p = arith.cmpi ult, %n, %width : i32
  %k = arith.select %p, %n, %zero : i32
  %s = arith.shli %x, %k : i32
  %r = arith.select %p, %s, %zero : i32
  return %r : i32
}
