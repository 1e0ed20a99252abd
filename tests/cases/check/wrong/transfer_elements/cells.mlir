// Lanes of two cells each become cells that are extended.
// input: A = 1, 1, 0, 0, 0, 0, 0, 0: 4294967297 in lane 0, and 1 after it.
func.func @f(%A: memref<8xi32>) -> vector<4xi64> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c0], %z {in_bounds = [true]} : memref<8xi32>, vector<4xi64>
  return %x : vector<4xi64>
}

// -----

func.func @f(%A: memref<8xi32>) -> vector<4xi64> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c0], %z {in_bounds = [true]} : memref<8xi32>, vector<4xi32>
  %y = arith.extui %x : vector<4xi32> to vector<4xi64>
  return %y : vector<4xi64>
}
