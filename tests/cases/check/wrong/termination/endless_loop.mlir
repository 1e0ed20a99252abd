// The counter of the loop is no longer increased.
// input: none: the loop ends after 4 rounds, and never after it.
// max-steps: 1000
func.func @f(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  %r = scf.while (%i = %c0) : (index) -> index {
    %go = arith.cmpi ult, %i, %c4 : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %one, %A[%i] : memref<4xi32>
    %k = arith.addi %i, %c1 : index
    scf.yield %k : index
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  %r = scf.while (%i = %c0) : (index) -> index {
    %go = arith.cmpi ult, %i, %c4 : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %one, %A[%i] : memref<4xi32>
    %k = arith.addi %i, %c0 : index
    scf.yield %k : index
  }
  return
}
