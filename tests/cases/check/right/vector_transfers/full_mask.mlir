// A mask of all lanes is no mask.
func.func @f(%A: memref<4xi32>, %v_in: memref<4xi32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %m = vector.create_mask %c4 : vector<4xi1>
  vector.maskedstore %A[%c0], %m, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>
  return
}

// -----

func.func @f(%A: memref<4xi32>, %v_in: memref<4xi32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  vector.store %v, %A[%c0] : memref<4xi32>, vector<4xi32>
  return
}
