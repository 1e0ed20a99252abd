// The comparison loses its sign.
// input: a = -1, b = 0: true, and false after it.
func.func @f(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi slt, %a, %b : i32
  return %r : i1
}

// -----

func.func @f(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi ult, %a, %b : i32
  return %r : i1
}
