// The high half of a product is computed without the bits that the low half carries into it.
// input: a = b = 256 as i16: 1, and 0 after it.
func.func @f(%a: i16, %b: i16) -> i16 {
  %c = arith.constant 16 : i32
  %x = arith.extui %a : i16 to i32
  %y = arith.extui %b : i16 to i32
  %p = arith.muli %x, %y : i32
  %h = arith.shrui %p, %c : i32
  %r = arith.trunci %h : i32 to i16
  return %r : i16
}

// -----

func.func @f(%a: i16, %b: i16) -> i16 {
  %c = arith.constant 15 : i16
  %p = arith.muli %a, %b : i16
  %r = arith.shrui %p, %c : i16
  return %r : i16
}
