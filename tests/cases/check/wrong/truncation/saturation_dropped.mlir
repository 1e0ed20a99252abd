// A number is cut without the bounds that kept it in range.
// input: x = 300: 127, and 44 after it.
func.func @f(%x_in: memref<8xi32>) -> vector<8xi8> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<8xi32>, vector<8xi32>
  %hi = arith.constant dense<127> : vector<8xi32>
  %lo = arith.constant dense<-128> : vector<8xi32>
  %a = arith.minsi %x, %hi : vector<8xi32>
  %b = arith.maxsi %a, %lo : vector<8xi32>
  %r = arith.trunci %b : vector<8xi32> to vector<8xi8>
  return %r : vector<8xi8>
}

// -----

func.func @f(%x_in: memref<8xi32>) -> vector<8xi8> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<8xi32>, vector<8xi32>
  %r = arith.trunci %x : vector<8xi32> to vector<8xi8>
  return %r : vector<8xi8>
}
