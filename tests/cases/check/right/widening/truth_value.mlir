// An extension of a truth value is a choice of 1 and 0.
func.func @f(%a: i32, %b: i32) -> i32 {
  %p = arith.cmpi ugt, %a, %b : i32
  %r = arith.extui %p : i1 to i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %p = arith.cmpi ugt, %a, %b : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %r = arith.select %p, %one, %zero : i32
  return %r : i32
}
