// An assertion is dropped.
// input: a = -1: the program ends before the print, and prints -1 after it.
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
  return
}
