// The inlined body has its parameters exchanged.
// input: a = 5, b = 3: 2, and -2 after it.
// entry: f
func.func private @difference(%x: i32, %y: i32) -> i32 {
  %d = arith.subi %x, %y : i32
  return %d : i32
}

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = func.call @difference(%a, %b) : (i32, i32) -> i32
  return %r : i32
}

// -----

func.func private @difference(%x: i32, %y: i32) -> i32 {
  %d = arith.subi %x, %y : i32
  return %d : i32
}

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.subi %b, %a : i32
  return %r : i32
}
