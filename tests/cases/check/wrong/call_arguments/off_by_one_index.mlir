// The index that is passed counts from 1.
// input: @put(0), @put(1), and @put(1), @put(2) after it.
func.func private @put(index)

func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
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
  scf.for %i = %c0 to %c2 step %c1 {
    %j = arith.addi %i, %c1 : index
    func.call @put(%j) : (index) -> ()
  }
  return
}
