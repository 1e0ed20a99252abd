// Branches to the next block do nothing.
func.func @f(%a: i32) -> i32 {
  cf.br ^bb1
^bb1:
  %r = arith.addi %a, %a : i32
  cf.br ^bb2
^bb2:
  return %r : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32
}
