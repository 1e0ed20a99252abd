// The sign is the highest bit.
func.func @f(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi slt, %x, %zero : i32
  %r = arith.extui %p : i1 to i32
  return %r : i32
}

// -----

func.func @f(%x: i32) -> i32 {
  %c = arith.constant 31 : i32
  %r = arith.shrui %x, %c : i32
  return %r : i32
}
