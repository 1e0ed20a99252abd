// The bounds 0 and 255 are in order, so that it does not matter which is taken first.
func.func @f(%x_in: memref<8xi32>) -> vector<8xi32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<8xi32>, vector<8xi32>
  %lo = arith.constant dense<0> : vector<8xi32>
  %hi = arith.constant dense<255> : vector<8xi32>
  %a = arith.maxsi %x, %lo : vector<8xi32>
  %r = arith.minsi %a, %hi : vector<8xi32>
  return %r : vector<8xi32>
}

// -----

func.func @f(%x_in: memref<8xi32>) -> vector<8xi32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<8xi32>, vector<8xi32>
  %lo = arith.constant dense<0> : vector<8xi32>
  %hi = arith.constant dense<255> : vector<8xi32>
  %a = arith.minsi %x, %hi : vector<8xi32>
  %r = arith.maxsi %a, %lo : vector<8xi32>
  return %r : vector<8xi32>
}
