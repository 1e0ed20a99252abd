// The loop writes the cells 1 to 7, and the load reads cell 0.
func.func @f(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c1 to %c8 step %c1 {
    %f = memref.load %A[%c0] : memref<8xi32>
    %x = memref.load %A[%i] : memref<8xi32>
    %y = arith.addi %x, %f : i32
    memref.store %y, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = memref.load %A[%c0] : memref<8xi32>
  scf.for %i = %c1 to %c8 step %c1 {
    %x = memref.load %A[%i] : memref<8xi32>
    %y = arith.addi %x, %f : i32
    memref.store %y, %A[%i] : memref<8xi32>
  }
  return
}
