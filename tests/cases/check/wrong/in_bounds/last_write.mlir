// The last write crosses the end and is said not to.
// input: v = 1: two lanes are dropped; after it the memory past the end is written.
func.func @f(%A: memref<6xi32>, %v_in: memref<4xi32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c4 = arith.constant 4 : index
  vector.transfer_write %v, %A[%c4] : vector<4xi32>, memref<6xi32>
  return
}

// -----

func.func @f(%A: memref<6xi32>, %v_in: memref<4xi32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %c4 = arith.constant 4 : index
  vector.transfer_write %v, %A[%c4] {in_bounds = [true]} : vector<4xi32>, memref<6xi32>
  return
}
