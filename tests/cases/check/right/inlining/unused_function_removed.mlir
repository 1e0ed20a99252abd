// Nobody calls the private function.
// entry: f
func.func private @unused(%x: i32) -> i32 {
  return %x : i32
}

func.func @f(%a: i32) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32
}
