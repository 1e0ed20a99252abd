// A compressing store writes the chosen lanes to their own places.
// input: c = 0, 1, 1, 0, v = 1, 2, 3, 4: A = 2, 3, and A[1], A[2] = 2, 3 after it.
func.func @f(%A: memref<4xi32>, %v_in: memref<4xi32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<[false, true, true, false]> : vector<4xi1>
  vector.compressstore %A[%c0], %c, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>
  return
}

// -----

func.func @f(%A: memref<4xi32>, %v_in: memref<4xi32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<[false, true, true, false]> : vector<4xi1>
  vector.maskedstore %A[%c0], %c, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>
  return
}
