// The two buffers of a loop are exchanged only after the loop.
// input: A = 1, B = 0: three rounds of doubling give B[0] = 8; after it 2.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %A, %t = %B) -> (memref<4xi32>, memref<4xi32>) {
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
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %A, %t = %B) -> (memref<4xi32>, memref<4xi32>) {
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %s[%i] : memref<4xi32>
      %y = arith.addi %x, %x : i32
      memref.store %y, %t[%i] : memref<4xi32>
    }
    scf.yield %s, %t : memref<4xi32>, memref<4xi32>
  }
  return
}
