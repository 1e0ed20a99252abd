// The cells of a matrix are written once each.
func.func @f(%A: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %A[%i, %j] : memref<4x4xi32>
      %y = arith.addi %x, %one : i32
      memref.store %y, %A[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1 : i32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) {
    %x = memref.load %A[%i, %j] : memref<4x4xi32>
    %y = arith.addi %x, %one : i32
    memref.store %y, %A[%i, %j] : memref<4x4xi32>
  }
  return
}
