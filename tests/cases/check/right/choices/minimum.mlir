// A minimum is a comparison and a choice.
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = arith.minsi %a, %b : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %p = arith.cmpi slt, %a, %b : i32
  %r = arith.select %p, %a, %b : i32
  return %r : i32
}
