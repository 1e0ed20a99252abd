// a == b is a - b == 0, whatever overflows.
func.func @f(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi eq, %a, %b : i32
  return %r : i1
}

// -----

func.func @f(%a: i32, %b: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %d = arith.subi %a, %b : i32
  %r = arith.cmpi eq, %d, %zero : i32
  return %r : i1
}
