// The number of iterations is the distance divided by the step, rounded down.
// input: none: 0, 3, 6, 9: four stores, and three after it.
func.func @f(%A: memref<10xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1 : i32
  %n = arith.ceildivui %c10, %c3 : index
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.muli %k, %c3 : index
    memref.store %one, %A[%i] : memref<10xi32>
  }
  return
}

// -----

func.func @f(%A: memref<10xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1 : i32
  %n = arith.divui %c10, %c3 : index
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.muli %k, %c3 : index
    memref.store %one, %A[%i] : memref<10xi32>
  }
  return
}
