// An assertion is added that does not always hold.
// input: a = -1: -1 is returned; after it the program ends.
func.func @f(%a: i32) -> i32 {
  return %a : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi sge, %a, %zero : i32
  cf.assert %p, "negative"
  return %a : i32
}
