// The two buffers are exchanged after an even number of rounds, as in the written-out loop.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %k = %c0 to %c2 step %c1 iter_args(%s = %A, %t = %B) -> (memref<4xi32>, memref<4xi32>) {
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %s[%i] : memref<4xi32>
      %y = arith.addi %x, %x : i32
      memref.store %y, %t[%i] : memref<4xi32>
    }
    scf.yield %t, %s : memref<4xi32>, memref<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %A[%i] : memref<4xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %B[%i] : memref<4xi32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %B[%i] : memref<4xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %A[%i] : memref<4xi32>
  }
  return
}
