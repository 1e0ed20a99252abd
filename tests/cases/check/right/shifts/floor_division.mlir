// A division by 4 that rounds down is an arithmetic shift.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 4 : i32
  %r = arith.floordivsi %x, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 2 : i32
  %r = arith.shrsi %x, %c : i32
  return %r : i32
}
