// A read with padding becomes a plain load past the end.
// input: A = 1: lane 3 is 0; after it the memory past the end is read.
func.func @f(%A: memref<7xi32>) -> vector<4xi32> {
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c4], %z : memref<7xi32>, vector<4xi32>
  return %x : vector<4xi32>
}

// -----

func.func @f(%A: memref<7xi32>) -> vector<4xi32> {
  %c4 = arith.constant 4 : index
  %x = vector.load %A[%c4] : memref<7xi32>, vector<4xi32>
  return %x : vector<4xi32>
}
