// The indices of a store are exchanged.
// input: A[0, 1] = 1, else 0, B = 0: B[0, 1] is 1, and B[1, 0] after it.
func.func @f(%A: memref<5x5xf32>, %B: memref<5x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %x = memref.load %A[%i, %j] : memref<5x5xf32>
      memref.store %x, %B[%i, %j] : memref<5x5xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<5x5xf32>, %B: memref<5x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %x = memref.load %A[%i, %j] : memref<5x5xf32>
      memref.store %x, %B[%j, %i] : memref<5x5xf32>
    }
  }
  return
}
