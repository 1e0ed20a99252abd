// The value that a guard protects is multiplied by 0 instead.
// input: n = 32: 0, and poison after it.
func.func @f(%x: i32, %n: i32) -> i32 {
  %width = arith.constant 32 : i32
  %p = arith.cmpi ult, %n, %width : i32
  %s = arith.shli %x, %n : i32
  %zero = arith.constant 0 : i32
  %r = arith.select %p, %s, %zero : i32
  return %r : i32
}

// -----

func.func @f(%x: i32, %n: i32) -> i32 {
  %width = arith.constant 32 : i32
  %p = arith.cmpi ult, %n, %width : i32
  %s = arith.shli %x, %n : i32
  %m = arith.extui %p : i1 to i32
  %r = arith.muli %s, %m : i32
  return %r : i32
}
