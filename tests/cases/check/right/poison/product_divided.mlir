// (x * 6) / 6 is x where the product does not overflow.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 6 : i32
  %p = arith.muli %x, %c overflow<nsw> : i32
  %r = arith.divsi %p, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  return %x : i32
}
