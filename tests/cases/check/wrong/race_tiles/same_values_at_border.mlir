// Parallel tiles overlap by one cell, and both store the same value there: still two stores that are not atomic.
// input: any A: tile 0 and tile 1 both store A[4] to B[4], without an order.
func.func @copy(%A: memref<17xf32>, %B: memref<17xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c17 = arith.constant 17 : index
  scf.for %i = %c0 to %c17 step %c1 {
    %x = memref.load %A[%i] : memref<17xf32>
    memref.store %x, %B[%i] : memref<17xf32>
  }
  return
}

// -----

func.func @copy(%A: memref<17xf32>, %B: memref<17xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c17 = arith.constant 17 : index
  scf.parallel (%t) = (%c0) to (%c16) step (%c4) {
    scf.for %i = %c0 to %c5 step %c1 {
      %k = arith.addi %t, %i : index
      %x = memref.load %A[%k] : memref<17xf32>
      memref.store %x, %B[%k] : memref<17xf32>
    }
  }
  return
}
