// A vector is written over the row between two reads of it.
// input: A = 1, v = 2: 2, and 1 after it.
func.func @rows(%A: memref<4x4xf32>, %v_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c1, %c0], %zero {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
  vector.transfer_write %v, %A[%c1, %c0] {in_bounds = [true]} : vector<4xf32>, memref<4x4xf32>
  %y = vector.transfer_read %A[%c1, %c0], %zero {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
  return %y : vector<4xf32>
}

// -----

func.func @rows(%A: memref<4x4xf32>, %v_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c1, %c0], %zero {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
  vector.transfer_write %v, %A[%c1, %c0] {in_bounds = [true]} : vector<4xf32>, memref<4x4xf32>
  return %x : vector<4xf32>
}
