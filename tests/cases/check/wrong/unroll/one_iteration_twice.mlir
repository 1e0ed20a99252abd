// The third copy of the body has the index of the second.
// input: A = 1: A[1] is 2, and 4 after it.
func.func @double(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %A[%i] : memref<4xi32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %A[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @double(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %x0 = memref.load %A[%c0] : memref<4xi32>
  %y0 = arith.addi %x0, %x0 : i32
  memref.store %y0, %A[%c0] : memref<4xi32>
  %x1 = memref.load %A[%c1] : memref<4xi32>
  %y1 = arith.addi %x1, %x1 : i32
  memref.store %y1, %A[%c1] : memref<4xi32>
  %x2 = memref.load %A[%c1] : memref<4xi32>
  %y2 = arith.addi %x2, %x2 : i32
  memref.store %y2, %A[%c1] : memref<4xi32>
  %x3 = memref.load %A[%c3] : memref<4xi32>
  %y3 = arith.addi %x3, %x3 : i32
  memref.store %y3, %A[%c3] : memref<4xi32>
  return
}
