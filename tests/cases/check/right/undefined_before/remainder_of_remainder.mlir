// Where b is 0 both programs are undefined, and elsewhere the remainder is smaller than b already.
func.func @f(%a: i32, %b: i32) -> i32 {
  %q = arith.remui %a, %b : i32
  %r = arith.remui %q, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.remui %a, %b : i32
  return %r : i32
}
