// The read begins at 4 and the memref has 8 cells.
func.func @f(%A: memref<8xf32>) -> vector<4xf32> {
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c4], %z : memref<8xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// -----

func.func @f(%A: memref<8xf32>) -> vector<4xf32> {
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c4], %z {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %x : vector<4xf32>
}
