// The position is an argument, and the read is said to be within the memref for all of them.
// input: n = 6: lanes 2 and 3 are 0; after it the memory past the end is read.
// sizes: 6
func.func @f(%A: memref<8xi32>, %n: index) -> vector<4xi32> {
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%n], %z : memref<8xi32>, vector<4xi32>
  return %x : vector<4xi32>
}

// -----

func.func @f(%A: memref<8xi32>, %n: index) -> vector<4xi32> {
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%n], %z {in_bounds = [true]} : memref<8xi32>, vector<4xi32>
  return %x : vector<4xi32>
}
