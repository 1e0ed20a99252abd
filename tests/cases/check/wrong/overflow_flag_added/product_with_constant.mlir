// A product with 3 gets the promise that it does not overflow.
// input: x = 2^30: -2^30 (3 * 2^30 modulo 2^32), and poison after it.
func.func @f(%x_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xi32>, vector<4xi32>
  %c = arith.constant dense<3> : vector<4xi32>
  %r = arith.muli %x, %c : vector<4xi32>
  return %r : vector<4xi32>
}

// -----

func.func @f(%x_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xi32>, vector<4xi32>
  %c = arith.constant dense<3> : vector<4xi32>
  %r = arith.muli %x, %c overflow<nsw> : vector<4xi32>
  return %r : vector<4xi32>
}
