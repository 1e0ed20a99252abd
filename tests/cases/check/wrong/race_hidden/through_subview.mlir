// Reads come from the upper half of the memref, and writes to the whole of it.
// input: A = 0, 1, ...: iteration 8 writes cell 8, which iteration 7 reads through the view.
func.func @view(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %h = memref.subview %A[8] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 8>>
  scf.for %i = %c0 to %c10 step %c1 {
    %n = arith.addi %i, %c1 : index
    %k = arith.remui %n, %c8 : index
    %x = memref.load %h[%k] : memref<8xi32, strided<[1], offset: 8>>
    memref.store %x, %A[%i] : memref<16xi32>
  }
  return
}

// -----

func.func @view(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %h = memref.subview %A[8] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 8>>
  scf.parallel (%i) = (%c0) to (%c10) step (%c1) {
    %n = arith.addi %i, %c1 : index
    %k = arith.remui %n, %c8 : index
    %x = memref.load %h[%k] : memref<8xi32, strided<[1], offset: 8>>
    memref.store %x, %A[%i] : memref<16xi32>
  }
  return
}
