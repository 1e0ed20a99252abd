// One buffer for a row is allocated outside of the loop over rows that becomes parallel.
// input: A[i, j] = i: row 0 fills the buffer with 0, row 1 with 1, and row 0 then copies ones.
func.func @rows(%A: memref<8x8xi32>, %B: memref<8x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %A[%i, %j] : memref<8x8xi32>
      %y = arith.addi %x, %x : i32
      memref.store %y, %t[%j] : memref<8xi32>
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %t[%j] : memref<8xi32>
      memref.store %x, %B[%j, %i] : memref<8x8xi32>
    }
  }
  memref.dealloc %t : memref<8xi32>
  return
}

// -----

func.func @rows(%A: memref<8x8xi32>, %B: memref<8x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xi32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %A[%i, %j] : memref<8x8xi32>
      %y = arith.addi %x, %x : i32
      memref.store %y, %t[%j] : memref<8xi32>
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %t[%j] : memref<8xi32>
      memref.store %x, %B[%j, %i] : memref<8x8xi32>
    }
  }
  memref.dealloc %t : memref<8xi32>
  return
}
