// Cutting and extending by zeros is a mask.
func.func @f(%x: i32) -> i32 {
  %t = arith.trunci %x : i32 to i8
  %r = arith.extui %t : i8 to i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %m = arith.constant 255 : i32
  %r = arith.andi %x, %m : i32
  return %r : i32
}
