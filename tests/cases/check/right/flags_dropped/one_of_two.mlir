// One of two promises is kept.
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.muli %a, %b overflow<nsw, nuw> : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.muli %a, %b overflow<nuw> : i32
  return %r : i32
}
