// No lane lies past the end, and the padding does not matter.
func.func @f(%A: memref<8xi32>) -> vector<4xi32> {
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c4], %z : memref<8xi32>, vector<4xi32>
  return %x : vector<4xi32>
}

// -----

func.func @f(%A: memref<8xi32>) -> vector<4xi32> {
  %c4 = arith.constant 4 : index
  %z = arith.constant 99 : i32
  %x = vector.transfer_read %A[%c4], %z : memref<8xi32>, vector<4xi32>
  return %x : vector<4xi32>
}
