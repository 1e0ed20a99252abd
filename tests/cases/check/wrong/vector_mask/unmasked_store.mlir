// A store of the lanes under a mask writes all of them.
// input: A = 5, v = 1: A[3] stays 5, and becomes 1 after it.
func.func @f(%A: memref<4xf32>, %v_in: memref<4xf32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = vector.create_mask %c3 : vector<4xi1>
  vector.maskedstore %A[%c0], %m, %v : memref<4xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%A: memref<4xf32>, %v_in: memref<4xf32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  vector.store %v, %A[%c0] : memref<4xf32>, vector<4xf32>
  return
}
