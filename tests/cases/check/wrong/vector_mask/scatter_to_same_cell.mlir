// Two lanes are scattered to one cell.
// input: v = 1, 2, 3, 4: A[1] is 2; after it A[0] is 1 or 2 and A[1] is not written.
func.func @f(%A: memref<4xi32>, %v_in: memref<4xi32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
  %m = arith.constant dense<true> : vector<4xi1>
  vector.scatter %A[%c0] [%k], %m, %v : memref<4xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32>
  return
}

// -----

func.func @f(%A: memref<4xi32>, %v_in: memref<4xi32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[0, 0, 2, 3]> : vector<4xindex>
  %m = arith.constant dense<true> : vector<4xi1>
  vector.scatter %A[%c0] [%k], %m, %v : memref<4xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32>
  return
}
