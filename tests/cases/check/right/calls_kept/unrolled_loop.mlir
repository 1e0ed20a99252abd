// The loop of calls is written out.
func.func private @put(index)

func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    func.call @put(%i) : (index) -> ()
  }
  return
}

// -----

func.func private @put(index)

func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  func.call @put(%c0) : (index) -> ()
  func.call @put(%c1) : (index) -> ()
  func.call @put(%c2) : (index) -> ()
  return
}
