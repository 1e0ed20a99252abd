// The first iteration is peeled without a check that there is one.
// input: A[0] = 5: the loop has no iteration, and A[0] becomes 0.
func.func @none(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c0 step %c1 {
    memref.store %zero, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @none(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  memref.store %zero, %A[%c0] : memref<8xi32>
  scf.for %i = %c1 to %c0 step %c1 {
    memref.store %zero, %A[%i] : memref<8xi32>
  }
  return
}
