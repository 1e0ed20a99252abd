// A product with a power of two that overflows to 0 becomes a shift by the width.
// input: x = 1: 0, and poison after it.
func.func @f(%x: i8) -> i8 {
  %c = arith.constant 0 : i8
  %r = arith.muli %x, %c : i8
  return %r : i8
}

// -----

func.func @f(%x: i8) -> i8 {
  %c = arith.constant 8 : i8
  %r = arith.shli %x, %c : i8
  return %r : i8
}
