// Two numbers of which one is a NaN count as unequal, and no longer do.
// input: a = NaN, b = 1: true, and false after it.
func.func @f(%a_in: memref<4xf32>, %b_in: memref<4xf32>) -> vector<4xi1> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xf32>, vector<4xf32>
  %b = vector.load %b_in[%at] : memref<4xf32>, vector<4xf32>
  %r = arith.cmpf une, %a, %b : vector<4xf32>
  return %r : vector<4xi1>
}

// -----

func.func @f(%a_in: memref<4xf32>, %b_in: memref<4xf32>) -> vector<4xi1> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xf32>, vector<4xf32>
  %b = vector.load %b_in[%at] : memref<4xf32>, vector<4xf32>
  %r = arith.cmpf one, %a, %b : vector<4xf32>
  return %r : vector<4xi1>
}
