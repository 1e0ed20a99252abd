// A loop that calls a function without a body becomes parallel.
// input: @put(0), @put(1), ..., and in any order after it.
func.func private @put(index)

func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    func.call @put(%i) : (index) -> ()
  }
  return
}

// -----

func.func private @put(index)

func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    func.call @put(%i) : (index) -> ()
  }
  return
}
