// The masks leave no common bit, so that the sum has no carry.
func.func @f(%a: i32, %b: i32) -> i32 {
  %l = arith.constant 65535 : i32
  %h = arith.constant -65536 : i32
  %x = arith.andi %a, %l : i32
  %y = arith.andi %b, %h : i32
  %r = arith.addi %x, %y : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %l = arith.constant 65535 : i32
  %h = arith.constant -65536 : i32
  %x = arith.andi %a, %l : i32
  %y = arith.andi %b, %h : i32
  %r = arith.ori %x, %y : i32
  return %r : i32
}
