// A division by 0 moves before a call that would have happened.
// input: b = 0, and @g ends the program: the division is not reached; after it it is undefined.
func.func private @g()

func.func @f(%a: i32, %b: i32) -> i32 {
  func.call @g() : () -> ()
  %q = arith.divui %a, %b : i32
  return %q : i32
}

// -----

func.func private @g()

func.func @f(%a: i32, %b: i32) -> i32 {
  %q = arith.divui %a, %b : i32
  func.call @g() : () -> ()
  return %q : i32
}
