// The asserted comparison becomes strict.
// input: a = 0: 0 is printed; after it the program ends.
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
  %p = arith.cmpi sgt, %a, %zero : i32
  cf.assert %p, "negative"
  vector.print %a : i32
  return
}
