// A lane of the stored vector is read as a number.
func.func @f(%A: memref<8xi32>, %v_in: memref<4xi32>) -> i32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  vector.store %v, %A[%c0] : memref<8xi32>, vector<4xi32>
  %x = memref.load %A[%c2] : memref<8xi32>
  return %x : i32
}

// -----

func.func @f(%A: memref<8xi32>, %v_in: memref<4xi32>) -> i32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  vector.store %v, %A[%c0] : memref<8xi32>, vector<4xi32>
  %x = vector.extract %v[2] : i32 from vector<4xi32>
  return %x : i32
}
