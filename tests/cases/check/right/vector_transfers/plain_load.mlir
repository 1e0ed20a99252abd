// A read within the memref is a load.
func.func @f(%A: memref<4x8xi32>) -> vector<4xi32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c1, %c2], %z {in_bounds = [true]} : memref<4x8xi32>, vector<4xi32>
  return %x : vector<4xi32>
}

// -----

func.func @f(%A: memref<4x8xi32>) -> vector<4xi32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = vector.load %A[%c1, %c2] : memref<4x8xi32>, vector<4xi32>
  return %x : vector<4xi32>
}
