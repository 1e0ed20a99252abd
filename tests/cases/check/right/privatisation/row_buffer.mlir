// Each parallel row allocates and frees its own buffer.
func.func @f(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = memref.alloc() : memref<4xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %A[%i, %j] : memref<4x4xi32>
      memref.store %x, %t[%j] : memref<4xi32>
    }
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %t[%j] : memref<4xi32>
      memref.store %x, %B[%j, %i] : memref<4x4xi32>
    }
  }
  memref.dealloc %t : memref<4xi32>
  return
}

// -----

func.func @f(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %t = memref.alloc() : memref<4xi32>
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %A[%i, %j] : memref<4x4xi32>
      memref.store %x, %t[%j] : memref<4xi32>
    }
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %t[%j] : memref<4xi32>
      memref.store %x, %B[%j, %i] : memref<4x4xi32>
    }
    memref.dealloc %t : memref<4xi32>
  }
  return
}
