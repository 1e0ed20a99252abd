// Two calls of one function with different arguments are exchanged.
// input: a = 1, b = 2: @put(1), @put(2), and the other way after it.
func.func private @put(i32)

func.func @f(%a: i32, %b: i32) {
  func.call @put(%a) : (i32) -> ()
  func.call @put(%b) : (i32) -> ()
  return
}

// -----

func.func private @put(i32)

func.func @f(%a: i32, %b: i32) {
  func.call @put(%b) : (i32) -> ()
  func.call @put(%a) : (i32) -> ()
  return
}
