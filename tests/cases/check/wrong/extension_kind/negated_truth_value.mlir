// A choice of -1 and 0 becomes an extension by zeros.
// input: c = true: -1, and 1 after it.
func.func @f(%c: i1) -> i64 {
  %m = arith.constant -1 : i64
  %z = arith.constant 0 : i64
  %r = arith.select %c, %m, %z : i64
  return %r : i64
}

// -----

func.func @f(%c: i1) -> i64 {
  %r = arith.extui %c : i1 to i64
  return %r : i64
}
