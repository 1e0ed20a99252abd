// Lanes of two cells each are written as one cell.
// input: x = 4294967297, 0, 0, 0: A begins with 1, 1, and with 1, 0 after it.
func.func @f(%A: memref<8xi32>, %x: vector<4xi64>) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %x, %A[%c0] {in_bounds = [true]} : vector<4xi64>, memref<8xi32>
  return
}

// -----

func.func @f(%A: memref<8xi32>, %x: vector<4xi64>) {
  %c0 = arith.constant 0 : index
  %y = arith.trunci %x : vector<4xi64> to vector<4xi32>
  vector.transfer_write %y, %A[%c0] {in_bounds = [true]} : vector<4xi32>, memref<8xi32>
  return
}
