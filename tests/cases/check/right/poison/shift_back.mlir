// The shift loses no bits, so that shifting back gives the number.
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 4 : i32
  %s = arith.shli %x, %c overflow<nuw> : i32
  %r = arith.shrui %s, %c : i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  return %x : i32
}
