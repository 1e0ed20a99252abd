// The assertion stays before the print, and only the arithmetic changes.
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
  %p = arith.cmpi sle, %zero, %a : i32
  cf.assert %p, "negative"
  vector.print %a : i32
  return
}
