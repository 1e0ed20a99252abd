// A maximum with 0 becomes a choice that turns a NaN into 0.
// input: x = NaN: NaN, and 0 after it.
func.func @relu(%v_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %r = arith.maximumf %v, %zero : vector<4xf32>
  return %r : vector<4xf32>
}

// -----

func.func @relu(%v_in: memref<4xf32>) -> vector<4xf32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %p = arith.cmpf ogt, %v, %zero : vector<4xf32>
  %r = arith.select %p, %v, %zero : vector<4xi1>, vector<4xf32>
  return %r : vector<4xf32>
}
