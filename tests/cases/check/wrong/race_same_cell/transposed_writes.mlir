// Iteration (i, j) writes to (i, j) and to (j, i), and so does iteration (j, i).
// input: A[0, 1] = 1, A[1, 0] = 2: S[0, 1] may be 1 or 2.
func.func @symmetric(%A: memref<5x5xi32>, %S: memref<5x5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %x = memref.load %A[%i, %j] : memref<5x5xi32>
      memref.store %x, %S[%i, %j] : memref<5x5xi32>
      memref.store %x, %S[%j, %i] : memref<5x5xi32>
    }
  }
  return
}

// -----

func.func @symmetric(%A: memref<5x5xi32>, %S: memref<5x5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c5, %c5) step (%c1, %c1) {
    %x = memref.load %A[%i, %j] : memref<5x5xi32>
    memref.store %x, %S[%i, %j] : memref<5x5xi32>
    memref.store %x, %S[%j, %i] : memref<5x5xi32>
  }
  return
}
