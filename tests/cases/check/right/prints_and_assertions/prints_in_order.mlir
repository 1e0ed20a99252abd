// The numbers are computed in another order, and printed in the old one.
func.func @f(%a: i32, %b: i32) {
  %x = arith.addi %a, %b : i32
  vector.print %x : i32
  %y = arith.subi %a, %b : i32
  vector.print %y : i32
  return
}

// -----

func.func @f(%a: i32, %b: i32) {
  %y = arith.subi %a, %b : i32
  %x = arith.addi %a, %b : i32
  vector.print %x : i32
  vector.print %y : i32
  return
}
