// An assertion moves before a call that would have happened.
// input: a = -1: @g runs before the program ends; after it it does not.
func.func private @g()

func.func @f(%a: i32) {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi sge, %a, %zero : i32
  func.call @g() : () -> ()
  cf.assert %p, "negative"
  return
}

// -----

func.func private @g()

func.func @f(%a: i32) {
  %zero = arith.constant 0 : i32
  %p = arith.cmpi sge, %a, %zero : i32
  cf.assert %p, "negative"
  func.call @g() : () -> ()
  return
}
