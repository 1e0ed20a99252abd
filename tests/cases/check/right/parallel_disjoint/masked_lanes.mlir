// The masks leave two lanes of each vector, and the vectors begin every two cells.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %x = memref.load %A[%i] : memref<8xi32>
    memref.store %x, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %z = arith.constant dense<0> : vector<4xi32>
  %m = vector.create_mask %c2 : vector<4xi1>
  scf.parallel (%i) = (%c0) to (%c6) step (%c2) {
    %x = vector.maskedload %A[%i], %m, %z : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    vector.maskedstore %B[%i], %m, %x : memref<8xi32>, vector<4xi1>, vector<4xi32>
  }
  return
}
