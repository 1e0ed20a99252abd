// Reads past the end give padding, and writes past the end are dropped.
func.func @f(%A: memref<6xi32>, %B: memref<6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %x = memref.load %A[%i] : memref<6xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %B[%i] : memref<6xi32>
  }
  return
}

// -----

func.func @f(%A: memref<6xi32>, %B: memref<6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c6 step %c4 {
    %x = vector.transfer_read %A[%i], %zero : memref<6xi32>, vector<4xi32>
    %y = arith.muli %x, %x : vector<4xi32>
    vector.transfer_write %y, %B[%i] : vector<4xi32>, memref<6xi32>
  }
  return
}
