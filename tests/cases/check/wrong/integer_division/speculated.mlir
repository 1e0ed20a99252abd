// The division of both arms of a choice is carried out first.
// input: b = 0: 0, and a division by 0 after it.
func.func @f(%a: i32, %b: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = arith.cmpi eq, %b, %zero : i32
  %d = arith.select %p, %one, %b : i32
  %q = arith.divui %a, %d : i32
  %r = arith.select %p, %zero, %q : i32
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %p = arith.cmpi eq, %b, %zero : i32
  %q = arith.divui %a, %b : i32
  %r = arith.select %p, %zero, %q : i32
  return %r : i32
}
