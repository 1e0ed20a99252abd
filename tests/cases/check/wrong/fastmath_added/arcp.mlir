// A quotient may become a product with the reciprocal after the flag is added.
// input: a = 5, b = 3: the rounded 5/3, and also 5 * round(1/3) after it.
func.func @f(%a_in: memref<4xf32>, %b_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xf32>, vector<4xf32>
  %b = vector.load %b_in[%at] : memref<4xf32>, vector<4xf32>
  %r = arith.divf %a, %b : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @f(%a_in: memref<4xf32>, %b_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xf32>, vector<4xf32>
  %b = vector.load %b_in[%at] : memref<4xf32>, vector<4xf32>
  %r = arith.divf %a, %b fastmath<arcp> : vector<4xf32>
  return %r : vector<4xf32>
}
