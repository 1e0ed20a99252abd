// The last read crosses the end and is said not to.
// input: A = 1: lanes 2 and 3 are 0; after it the memory past the end is read.
func.func @f(%A: memref<6xf32>) -> vector<4xf32> {
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c4], %z : memref<6xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// -----

func.func @f(%A: memref<6xf32>) -> vector<4xf32> {
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c4], %z {in_bounds = [true]} : memref<6xf32>, vector<4xf32>
  return %x : vector<4xf32>
}
