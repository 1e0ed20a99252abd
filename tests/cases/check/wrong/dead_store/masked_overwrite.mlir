// A masked store does not overwrite all lanes of the store before it.
// input: A = 0, v = 1, w = 2: A[3] is 1, and 0 after it.
func.func @mask(%A: memref<4xi32>, %v_in: memref<4xi32>, %w_in: memref<4xi32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %w = vector.load %w_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = vector.create_mask %c3 : vector<4xi1>
  vector.store %v, %A[%c0] : memref<4xi32>, vector<4xi32>
  vector.maskedstore %A[%c0], %m, %w : memref<4xi32>, vector<4xi1>, vector<4xi32>
  return
}

// -----

func.func @mask(%A: memref<4xi32>, %v_in: memref<4xi32>, %w_in: memref<4xi32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %w = vector.load %w_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = vector.create_mask %c3 : vector<4xi1>
  vector.maskedstore %A[%c0], %m, %w : memref<4xi32>, vector<4xi1>, vector<4xi32>
  return
}
