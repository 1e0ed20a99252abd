// The carry of a sum is looked for in the sign of the result.
// input: a = 2147483647, b = 1: no carry, and true after it.
func.func @f(%a: i32, %b: i32) -> i1 {
  %s, %r = arith.addui_extended %a, %b : i32, i1
  return %r : i1
}

// -----

func.func @f(%a: i32, %b: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %s = arith.addi %a, %b : i32
  %r = arith.cmpi slt, %s, %zero : i32
  return %r : i1
}
