// The numbers are bytes, so that their sum in 32 bits cannot overflow, and the promise may be added.
func.func @f(%a: i8, %b: i8) -> i32 {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %r = arith.addi %x, %y : i32
  return %r : i32
}

// -----

func.func @f(%a: i8, %b: i8) -> i32 {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %r = arith.addi %x, %y overflow<nsw, nuw> : i32
  return %r : i32
}
