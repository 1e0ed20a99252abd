// The condition is known.
func.func @f(%a: i32, %b: i32) -> i32 {
  %true = arith.constant true
  %r = scf.if %true -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  return %r : i32
}

// -----

func.func @f(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
