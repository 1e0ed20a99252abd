// The end of each tile is the smaller one of its length and the border.
func.func @f(%A: memref<10xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1 : i16
  scf.for %i = %c0 to %c10 step %c1 {
    %x = memref.load %A[%i] : memref<10xi16>
    %y = arith.addi %x, %one : i16
    memref.store %y, %A[%i] : memref<10xi16>
  }
  return
}

// -----

func.func @f(%A: memref<10xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1 : i16
  scf.for %t = %c0 to %c10 step %c4 {
    %u = arith.addi %t, %c4 : index
    %e = arith.minui %u, %c10 : index
    scf.for %i = %t to %e step %c1 {
      %x = memref.load %A[%i] : memref<10xi16>
      %y = arith.addi %x, %one : i16
      memref.store %y, %A[%i] : memref<10xi16>
    }
  }
  return
}
