// The loop overwrites the cell that it scales by, in one iteration only.
// input: A = 2: A[7] is 4 * 2 = 8 after iteration 3 made A[3] = 4, and 4 after it.
func.func @scale(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %f = memref.load %A[%c3] : memref<8xi32>
    %x = memref.load %A[%i] : memref<8xi32>
    %y = arith.muli %x, %f : i32
    memref.store %y, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @scale(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %f = memref.load %A[%c3] : memref<8xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %A[%i] : memref<8xi32>
    %y = arith.muli %x, %f : i32
    memref.store %y, %A[%i] : memref<8xi32>
  }
  return
}
