// (a + b)^2 is a^2 + 2 a b + b^2 modulo 2^N.
func.func @f(%a: i32, %b: i32) -> i32 {
  %s = arith.addi %a, %b : i32
  %r = arith.muli %s, %s : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %x = arith.muli %a, %a : i32
  %y = arith.muli %b, %b : i32
  %z = arith.muli %a, %b : i32
  %u = arith.addi %z, %z : i32
  %v = arith.addi %x, %u : i32
  %r = arith.addi %v, %y : i32
  return %r : i32
}
