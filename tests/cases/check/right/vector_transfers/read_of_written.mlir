// The vector that was written is read back.
func.func @f(%A: memref<8xf32>, %v_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  vector.transfer_write %v, %A[%c2] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  %x = vector.transfer_read %A[%c2], %z {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// -----

func.func @f(%A: memref<8xf32>, %v_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  vector.transfer_write %v, %A[%c2] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  return %v : vector<4xf32>
}
