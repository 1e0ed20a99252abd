// 0 - x is not -x for the positive zero.
// input: x = 0: 0, and -0 after it.
func.func @f(%x_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xf32>, vector<4xf32>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %y = arith.subf %zero, %x : vector<4xf32>
  return %y : vector<4xf32>
}

// -----

func.func @f(%x_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xf32>, vector<4xf32>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %y = arith.negf %x : vector<4xf32>
  return %y : vector<4xf32>
}
