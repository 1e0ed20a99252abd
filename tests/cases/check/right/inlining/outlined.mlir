// A part becomes a function of its own.
func.func @f(%a: i32, %b: i32) -> i32 {
  %d = arith.subi %a, %b : i32
  %r = arith.muli %d, %d : i32
  return %r : i32
}

// -----

func.func private @part(%x: i32, %y: i32) -> i32 {
  %d = arith.subi %x, %y : i32
  %e = arith.muli %d, %d : i32
  return %e : i32
}

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = func.call @part(%a, %b) : (i32, i32) -> i32
  return %r : i32
}
