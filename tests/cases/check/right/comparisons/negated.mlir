// not (a < b) is a >= b for integers.
func.func @f(%a: i32, %b: i32) -> i1 {
  %true = arith.constant true
  %p = arith.cmpi slt, %a, %b : i32
  %r = arith.xori %p, %true : i1
  return %r : i1
}

// -----

func.func @f(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi sge, %a, %b : i32
  return %r : i1
}
