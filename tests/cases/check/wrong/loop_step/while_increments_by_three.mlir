// A loop that became an `scf.while` adds 3 to its index instead of 2.
// input: A = 0: A[2] stays 0.
func.func @odd(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c16 step %c2 {
    memref.store %one, %A[%i] : memref<16xi32>
  }
  return
}

// -----

func.func @odd(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  %r = scf.while (%i = %c0) : (index) -> index {
    %go = arith.cmpi ult, %i, %c16 : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %one, %A[%i] : memref<16xi32>
    %n = arith.addi %i, %c3 : index
    scf.yield %n : index
  }
  return
}
