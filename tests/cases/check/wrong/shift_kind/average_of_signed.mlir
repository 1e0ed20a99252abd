// The average of signed numbers is shifted as an unsigned number.
// input: a = b = -1: -1, and 2147483647 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %one = arith.constant 1 : i32
  %x = arith.andi %a, %b : i32
  %y = arith.xori %a, %b : i32
  %z = arith.addi %x, %x : i32
  %s = arith.addi %z, %y : i32
  %r = arith.shrsi %s, %one : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %one = arith.constant 1 : i32
  %x = arith.andi %a, %b : i32
  %y = arith.xori %a, %b : i32
  %z = arith.addi %x, %x : i32
  %s = arith.addi %z, %y : i32
  %r = arith.shrui %s, %one : i32
  return %r : i32
}
