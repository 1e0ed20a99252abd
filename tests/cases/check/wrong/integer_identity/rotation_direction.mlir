// A rotation by 8 to the left becomes one to the right.
// input: x = 1: 256, and 0x01000000 after it.
func.func @f(%x: i32) -> i32 {
  %a = arith.constant 8 : i32
  %b = arith.constant 24 : i32
  %l = arith.shli %x, %a : i32
  %h = arith.shrui %x, %b : i32
  %r = arith.ori %l, %h : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %a = arith.constant 8 : i32
  %b = arith.constant 24 : i32
  %l = arith.shli %x, %b : i32
  %h = arith.shrui %x, %a : i32
  %r = arith.ori %l, %h : i32
  return %r : i32
}
