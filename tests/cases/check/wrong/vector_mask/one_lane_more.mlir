// The mask has one lane more.
// input: A = 1, B = 0: B[3] stays 0, and becomes 1 after it.
func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0> : vector<4xi32>
  %m = vector.create_mask %c3 : vector<4xi1>
  %x = vector.maskedload %A[%c0], %m, %zero : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.maskedstore %B[%c0], %m, %x : memref<4xi32>, vector<4xi1>, vector<4xi32>
  return
}

// -----

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0> : vector<4xi32>
  %m = vector.create_mask %c4 : vector<4xi1>
  %x = vector.maskedload %A[%c0], %m, %zero : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.maskedstore %B[%c0], %m, %x : memref<4xi32>, vector<4xi1>, vector<4xi32>
  return
}
