// The divisor is not 0 where the division is defined.
func.func @f(%a: i32, %b: i32) -> (i32, i1) {
  %q = arith.divui %a, %b : i32
  %zero = arith.constant 0 : i32
  %p = arith.cmpi ne, %b, %zero : i32
  return %q, %p : i32, i1
}

// -----

func.func @f(%a: i32, %b: i32) -> (i32, i1) {
  %q = arith.divui %a, %b : i32
  %p = arith.constant true
  return %q, %p : i32, i1
}
