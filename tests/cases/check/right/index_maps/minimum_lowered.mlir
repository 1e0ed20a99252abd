// A minimum of two numbers is a comparison and a choice.
// sizes: 7
func.func @f(%n: index) -> index {
  %r = affine.min affine_map<(d0) -> (d0 + 4, 10)>(%n)
  return %r : index
}

// -----

func.func @f(%n: index) -> index {
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %a = arith.addi %n, %c4 : index
  %r = arith.minsi %a, %c10 : index
  return %r : index
}
