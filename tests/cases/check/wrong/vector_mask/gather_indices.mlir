// The gathered lanes are numbered from the other end.
// input: A = 0, 1, 2, 3: 0, 1, 2, 3, and 3, 2, 1, 0 after it.
func.func @f(%A: memref<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
  %m = arith.constant dense<true> : vector<4xi1>
  %p = arith.constant dense<0> : vector<4xi32>
  %x = vector.gather %A[%c0] [%k], %m, %p : memref<4xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  return %x : vector<4xi32>
}

// -----

func.func @f(%A: memref<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[3, 2, 1, 0]> : vector<4xindex>
  %m = arith.constant dense<true> : vector<4xi1>
  %p = arith.constant dense<0> : vector<4xi32>
  %x = vector.gather %A[%c0] [%k], %m, %p : memref<4xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  return %x : vector<4xi32>
}
