// The mask of the last vector has one lane less.
// input: A = 1, B = 0: B[9] is 1, and stays 0 after it.
func.func @f(%A: memref<12xf32>, %B: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  scf.for %i = %c0 to %c10 step %c4 {
    %n = arith.subi %c10, %i : index
    %k = arith.minui %n, %c4 : index
    %m = vector.create_mask %k : vector<4xi1>
    %x = vector.maskedload %A[%i], %m, %zero : memref<12xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.maskedstore %B[%i], %m, %x : memref<12xf32>, vector<4xi1>, vector<4xf32>
  }
  return
}

// -----

func.func @f(%A: memref<12xf32>, %B: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  scf.for %i = %c0 to %c10 step %c4 {
    %n = arith.subi %c10, %i : index
    %l = arith.subi %n, %c1 : index
    %k = arith.minui %l, %c4 : index
    %m = vector.create_mask %k : vector<4xi1>
    %x = vector.maskedload %A[%i], %m, %zero : memref<12xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.maskedstore %B[%i], %m, %x : memref<12xf32>, vector<4xi1>, vector<4xf32>
  }
  return
}
