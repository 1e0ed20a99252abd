// -x is ~x + 1.
func.func @f(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %r = arith.subi %zero, %x : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %one = arith.constant 1 : i32
  %m = arith.constant -1 : i32
  %n = arith.xori %x, %m : i32
  %r = arith.addi %n, %one : i32
  return %r : i32
}
