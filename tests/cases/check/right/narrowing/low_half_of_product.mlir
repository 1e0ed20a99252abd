// The low half of a product needs only the low halves, whatever the extension was.
func.func @f(%a: i8, %b: i8) -> i8 {
  %x = arith.extsi %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %p = arith.muli %x, %y : i32
  %r = arith.trunci %p : i32 to i8
  return %r : i8
}

// -----

func.func @f(%a: i8, %b: i8) -> i8 {
  %r = arith.muli %a, %b : i8
  return %r : i8
}
