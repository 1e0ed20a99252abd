// `true` is extended to 1 instead of -1.
// input: none: -1, and 1 after it.
func.func @f() -> i32 {
  %t = arith.constant true
  %r = arith.extsi %t : i1 to i32
  return %r : i32
}

// -----

func.func @f() -> i32 {
  %r = arith.constant 1 : i32
  return %r : i32
}
