// Without the promise the read does the same where it held.
func.func @f(%A: memref<8xf32>) -> vector<4xf32> {
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c2], %z {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// -----

func.func @f(%A: memref<8xf32>) -> vector<4xf32> {
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c2], %z : memref<8xf32>, vector<4xf32>
  return %x : vector<4xf32>
}
