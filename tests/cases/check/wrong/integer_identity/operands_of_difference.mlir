// The operands of a difference are exchanged.
// input: a = 1, b = 0: 1, and -1 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.subi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.subi %b, %a : i32
  return %r : i32
}
