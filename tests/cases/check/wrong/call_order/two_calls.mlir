// Two calls of functions without a body are exchanged.
// input: @first prints 1 and @second prints 2.
func.func private @first()
func.func private @second()

func.func @f() {
  func.call @first() : () -> ()
  func.call @second() : () -> ()
  return
}

// -----

func.func private @first()
func.func private @second()

func.func @f() {
  func.call @second() : () -> ()
  func.call @first() : () -> ()
  return
}
