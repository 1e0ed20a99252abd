// An assertion moves behind a print.
// input: a = -1: nothing is printed, and -1 after it.
func.func @f(%a: i32) {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi sge, %a, %zero : i32
  cf.assert %p, "negative"
  vector.print %a : i32
  return
}

// -----

func.func @f(%a: i32) {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi sge, %a, %zero : i32
  vector.print %a : i32
  cf.assert %p, "negative"
  return
}
