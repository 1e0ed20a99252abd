// a + b is (a ^ b) + 2 (a & b).
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.addi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %one = arith.constant 1 : i32
  %x = arith.xori %a, %b : i32
  %y = arith.andi %a, %b : i32
  %z = arith.shli %y, %one : i32
  %r = arith.addi %x, %z : i32
  return %r : i32
}
