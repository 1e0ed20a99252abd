// A print moves over a call, which may print, too.
// input: @g prints 2: 1 2, and 2 1 after it.
func.func private @g()

func.func @f(%a: i32) {
  vector.print %a : i32
  func.call @g() : () -> ()
  return
}

// -----

func.func private @g()

func.func @f(%a: i32) {
  func.call @g() : () -> ()
  vector.print %a : i32
  return
}
