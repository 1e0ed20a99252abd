// A truth value is extended by its sign.
// input: a = b: 1, and -1 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %p = arith.cmpi eq, %a, %b : i32
  %r = arith.extui %p : i1 to i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %p = arith.cmpi eq, %a, %b : i32
  %r = arith.extsi %p : i1 to i32
  return %r : i32
}
