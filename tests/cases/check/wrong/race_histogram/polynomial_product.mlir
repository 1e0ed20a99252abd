// The product of two polynomials adds to C[i + j], and the loop over i is parallel.
// input: A = B = 1: (0, 1) and (1, 0) both load C[1] = 0.
func.func @product(%A: memref<8xi32>, %B: memref<8xi32>, %C: memref<15xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %A[%i] : memref<8xi32>
      %y = memref.load %B[%j] : memref<8xi32>
      %p = arith.muli %x, %y : i32
      %k = arith.addi %i, %j : index
      %o = memref.load %C[%k] : memref<15xi32>
      %n = arith.addi %o, %p : i32
      memref.store %n, %C[%k] : memref<15xi32>
    }
  }
  return
}

// -----

func.func @product(%A: memref<8xi32>, %B: memref<8xi32>, %C: memref<15xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %A[%i] : memref<8xi32>
      %y = memref.load %B[%j] : memref<8xi32>
      %p = arith.muli %x, %y : i32
      %k = arith.addi %i, %j : index
      %o = memref.load %C[%k] : memref<15xi32>
      %n = arith.addi %o, %p : i32
      memref.store %n, %C[%k] : memref<15xi32>
    }
  }
  return
}
