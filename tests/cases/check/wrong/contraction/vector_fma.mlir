// The vectors of a product and a sum without flags become `vector.fma`.
// input: all lanes of a and b = 1 + 2^-12, of c = -1: 2^-11, and 2^-11 + 2^-24 after it.
func.func @fuse(%a_in: memref<4xf32>, %b_in: memref<4xf32>, %c_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xf32>, vector<4xf32>
  %b = vector.load %b_in[%at] : memref<4xf32>, vector<4xf32>
  %c = vector.load %c_in[%at] : memref<4xf32>, vector<4xf32>
  %p = arith.mulf %a, %b : vector<4xf32>
  %r = arith.addf %p, %c : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @fuse(%a_in: memref<4xf32>, %b_in: memref<4xf32>, %c_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xf32>, vector<4xf32>
  %b = vector.load %b_in[%at] : memref<4xf32>, vector<4xf32>
  %c = vector.load %c_in[%at] : memref<4xf32>, vector<4xf32>
  %r = vector.fma %a, %b, %c : vector<4xf32>
  return %r : vector<4xf32>
}
