// The carried number is the index times 3.
func.func @f(%A: memref<24xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %k = arith.muli %i, %c3 : index
    %x = memref.load %A[%k] : memref<24xi32>
    memref.store %x, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<24xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%k = %c0) -> (index) {
    %x = memref.load %A[%k] : memref<24xi32>
    memref.store %x, %B[%i] : memref<8xi32>
    %n = arith.addi %k, %c3 : index
    scf.yield %n : index
  }
  return
}
