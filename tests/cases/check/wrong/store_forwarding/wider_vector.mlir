// A load of a vector takes the vector that was stored, although one lane has been overwritten.
// input: v = 1, 1, 1, 1, a = 5: B[2] is 5, and 1 after it.
func.func @lane(%A: memref<8xi32>, %B: memref<8xi32>, %v_in: memref<4xi32>, %a: i32) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  vector.store %v, %A[%c0] : memref<8xi32>, vector<4xi32>
  memref.store %a, %A[%c2] : memref<8xi32>
  %w = vector.load %A[%c0] : memref<8xi32>, vector<4xi32>
  vector.store %w, %B[%c0] : memref<8xi32>, vector<4xi32>
  return
}

// -----

func.func @lane(%A: memref<8xi32>, %B: memref<8xi32>, %v_in: memref<4xi32>, %a: i32) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  vector.store %v, %A[%c0] : memref<8xi32>, vector<4xi32>
  memref.store %a, %A[%c2] : memref<8xi32>
  vector.store %v, %B[%c0] : memref<8xi32>, vector<4xi32>
  return
}
