// The remainder by 8 is always below 8.
func.func @f(%x: i32) -> i32 {
  %eight = arith.constant 8 : i32
  %r = arith.remui %x, %eight : i32
  %p = arith.cmpi ult, %r, %eight : i32
  cf.assert %p, "out of range"
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %eight = arith.constant 8 : i32
  %r = arith.remui %x, %eight : i32
  return %r : i32
}
