// The call before a choice sinks behind the call of one arm.
// input: c = true: @first @second, and @second @first after it.
func.func private @first()
func.func private @second()

func.func @f(%c: i1) {
  func.call @first() : () -> ()
  scf.if %c {
    func.call @second() : () -> ()
  }
  return
}

// -----

func.func private @first()
func.func private @second()

func.func @f(%c: i1) {
  scf.if %c {
    func.call @second() : () -> ()
    func.call @first() : () -> ()
  } else {
    func.call @first() : () -> ()
  }
  return
}
