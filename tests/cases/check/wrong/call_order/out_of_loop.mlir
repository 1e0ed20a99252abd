// A call that alternated with another one comes first for all iterations.
// input: @a @b @a @b, and @a @a @b @b after it.
func.func private @a(index)
func.func private @b(index)

func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    func.call @a(%i) : (index) -> ()
    func.call @b(%i) : (index) -> ()
  }
  return
}

// -----

func.func private @a(index)
func.func private @b(index)

func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    func.call @a(%i) : (index) -> ()
  }
  scf.for %i = %c0 to %c2 step %c1 {
    func.call @b(%i) : (index) -> ()
  }
  return
}
