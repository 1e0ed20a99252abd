// The arguments of a call are exchanged.
// input: a = 1, b = 2: @put(1, 2), and @put(2, 1) after it.
func.func private @put(i32, i32)

func.func @f(%a: i32, %b: i32) {
  func.call @put(%a, %b) : (i32, i32) -> ()
  return
}

// -----

func.func private @put(i32, i32)

func.func @f(%a: i32, %b: i32) {
  func.call @put(%b, %a) : (i32, i32) -> ()
  return
}
