// Each of the four sums had the promise, and so has the sum of vectors.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %A[%i] : memref<4xi32>
    %y = memref.load %B[%i] : memref<4xi32>
    %s = arith.addi %x, %y overflow<nsw> : i32
    memref.store %s, %B[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = vector.load %A[%c0] : memref<4xi32>, vector<4xi32>
  %y = vector.load %B[%c0] : memref<4xi32>, vector<4xi32>
  %s = arith.addi %x, %y overflow<nsw> : vector<4xi32>
  vector.store %s, %B[%c0] : memref<4xi32>, vector<4xi32>
  return
}
