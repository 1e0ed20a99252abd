// Iteration i of the second loop reads only what iteration i of the first has written.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>, %C: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %x = memref.load %A[%i] : memref<8xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %B[%i] : memref<8xi32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %z = memref.load %B[%i] : memref<8xi32>
    memref.store %z, %C[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>, %C: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %x = memref.load %A[%i] : memref<8xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %B[%i] : memref<8xi32>
    %z = memref.load %B[%i] : memref<8xi32>
    memref.store %z, %C[%i] : memref<8xi32>
  }
  return
}
