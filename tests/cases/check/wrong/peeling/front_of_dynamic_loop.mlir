// The first iteration of a loop whose length is an argument is peeled.
// input: n = 0: no store, and A[0] = 1 after it.
// source: LLVM issue #118790 reports the pass (scf-for-loop-peeling with peel-front)
// sizes: 0
func.func @f(%A: memref<8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %one, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  memref.store %one, %A[%c0] : memref<8xi32>
  scf.for %i = %c1 to %n step %c1 {
    memref.store %one, %A[%i] : memref<8xi32>
  }
  return
}
