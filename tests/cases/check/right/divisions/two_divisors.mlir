// Dividing by 3 and 5 is dividing by 15 for numbers without sign.
func.func @f(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 5 : i32
  %q = arith.divui %x, %a : i32
  %r = arith.divui %q, %b : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 15 : i32
  %r = arith.divui %x, %c : i32
  return %r : i32
}
