// The unsigned remainder by 16 is the four low bits.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 16 : i32
  %r = arith.remui %x, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %m = arith.constant 15 : i32
  %r = arith.andi %x, %m : i32
  return %r : i32
}
