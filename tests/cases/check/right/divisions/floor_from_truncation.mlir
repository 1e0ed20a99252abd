// A quotient that is rounded down is that which is rounded towards 0, less 1 where the signs differ and a rest remains.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %r = arith.floordivsi %x, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %q = arith.divsi %x, %c : i32
  %m = arith.remsi %x, %c : i32
  %p = arith.cmpi slt, %m, %zero : i32
  %s = arith.subi %q, %one : i32
  %r = arith.select %p, %s, %q : i32
  return %r : i32
}
