// The unsigned quotient by 8 is a logical shift.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 8 : i32
  %r = arith.divui %x, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %r = arith.shrui %x, %c : i32
  return %r : i32
}
