// The counter passes the number that ends the loop.
// input: none: 0, 2, 4, and 0, 3, 6, ... after it.
// max-steps: 1000
func.func @f() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  %n = arith.addi %i, %c2 : index
  %go = arith.cmpi ne, %n, %c4 : index
  cf.cond_br %go, ^bb1(%n : index), ^bb2
^bb2:
  return
}

// -----

func.func @f() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  %n = arith.addi %i, %c3 : index
  %go = arith.cmpi ne, %n, %c4 : index
  cf.cond_br %go, ^bb1(%n : index), ^bb2
^bb2:
  return
}
