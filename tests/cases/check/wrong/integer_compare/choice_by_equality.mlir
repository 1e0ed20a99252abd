// A maximum is taken over a comparison for equality.
// input: a = 1, b = 2: 2, and 1 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %p = arith.cmpi slt, %a, %b : i32
  %r = arith.select %p, %b, %a : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %p = arith.cmpi eq, %a, %b : i32
  %r = arith.select %p, %b, %a : i32
  return %r : i32
}
