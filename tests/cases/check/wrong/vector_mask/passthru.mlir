// The lanes that are not loaded get another number.
// input: A = 5: lanes 2 and 3 are -1, and 0 after it.
func.func @f(%A: memref<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %p = arith.constant dense<-1> : vector<4xi32>
  %m = vector.create_mask %c2 : vector<4xi1>
  %x = vector.maskedload %A[%c0], %m, %p : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  return %x : vector<4xi32>
}

// -----

func.func @f(%A: memref<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %p = arith.constant dense<0> : vector<4xi32>
  %m = vector.create_mask %c2 : vector<4xi1>
  %x = vector.maskedload %A[%c0], %m, %p : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  return %x : vector<4xi32>
}
