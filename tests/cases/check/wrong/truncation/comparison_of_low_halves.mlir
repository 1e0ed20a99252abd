// Two numbers are compared by their low halves.
// input: a = 65536, b = 0: false, and true after it.
func.func @f(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi eq, %a, %b : i32
  return %r : i1
}

// -----

func.func @f(%a: i32, %b: i32) -> i1 {
  %x = arith.trunci %a : i32 to i16
  %y = arith.trunci %b : i32 to i16
  %r = arith.cmpi eq, %x, %y : i16
  return %r : i1
}
