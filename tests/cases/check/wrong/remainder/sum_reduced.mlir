// The remainder of a sum is that of one number and the rest.
// input: a = 3, b = 3, m = 5: 1, and 6 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %m = arith.constant 5 : i32
  %s = arith.addi %a, %b : i32
  %r = arith.remui %s, %m : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %m = arith.constant 5 : i32
  %x = arith.remui %a, %m : i32
  %y = arith.remui %b, %m : i32
  %r = arith.addi %x, %y : i32
  return %r : i32
}
