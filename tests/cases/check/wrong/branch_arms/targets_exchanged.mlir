// The targets of a branch are exchanged.
// input: a = -1: 0, and -1 after it.
func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi slt, %a, %zero : i32
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  return %zero : i32
^bb2:
  return %a : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi slt, %a, %zero : i32
  cf.cond_br %p, ^bb2, ^bb1
^bb1:
  return %zero : i32
^bb2:
  return %a : i32
}
