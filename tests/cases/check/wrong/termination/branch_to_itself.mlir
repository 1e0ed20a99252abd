// A block branches to itself instead of to the end.
// input: none: the function returns, and does not after it.
// max-steps: 1000
func.func @f(%a: i32) -> i32 {
  cf.br ^bb1
^bb1:
  cf.br ^bb2
^bb2:
  return %a : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
^bb2:
  return %a : i32
}
