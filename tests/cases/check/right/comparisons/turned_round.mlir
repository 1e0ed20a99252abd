// a < b is b > a.
func.func @f(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi slt, %a, %b : i32
  return %r : i1
}

// -----

func.func @f(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi sgt, %b, %a : i32
  return %r : i1
}
