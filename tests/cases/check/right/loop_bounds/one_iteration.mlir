// The loop has one iteration.
func.func @f(%A: memref<8xi32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c3 to %c4 step %c4 {
    memref.store %one, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  memref.store %one, %A[%c3] : memref<8xi32>
  return
}
