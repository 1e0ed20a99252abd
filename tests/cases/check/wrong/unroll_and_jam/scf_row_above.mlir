// The same with loops of scf: two rows are jammed whose second needs the first one's later columns.
// input: A[0, j] = j, else 0: A[2, 0] is 2, and 0 after it.
// source: LLVM issue #198266 (unroll and jam of scf.for)
func.func @slope(%A: memref<5x6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c1 to %c5 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %h = arith.subi %i, %c1 : index
      %k = arith.addi %j, %c1 : index
      %x = memref.load %A[%h, %k] : memref<5x6xf32>
      memref.store %x, %A[%i, %j] : memref<5x6xf32>
    }
  }
  return
}

// -----

func.func @slope(%A: memref<5x6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c1 to %c5 step %c2 {
    scf.for %j = %c0 to %c5 step %c1 {
      %h = arith.subi %i, %c1 : index
      %k = arith.addi %j, %c1 : index
      %x = memref.load %A[%h, %k] : memref<5x6xf32>
      memref.store %x, %A[%i, %j] : memref<5x6xf32>
      %l = arith.addi %i, %c1 : index
      %y = memref.load %A[%i, %k] : memref<5x6xf32>
      memref.store %y, %A[%l, %j] : memref<5x6xf32>
    }
  }
  return
}
