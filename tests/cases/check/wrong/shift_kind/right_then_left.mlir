// A shift to the right and back clears low bits, and the mask clears one too few.
// input: x = 2: 0, and 2 after it.
func.func @f(%x_in: memref<4xi16>) -> vector<4xi16> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xi16>, vector<4xi16>
  %c = arith.constant dense<2> : vector<4xi16>
  %s = arith.shrui %x, %c : vector<4xi16>
  %r = arith.shli %s, %c : vector<4xi16>
  return %r : vector<4xi16>
}

// -----

func.func @f(%x_in: memref<4xi16>) -> vector<4xi16> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xi16>, vector<4xi16>
  %m = arith.constant dense<-2> : vector<4xi16>
  %r = arith.andi %x, %m : vector<4xi16>
  return %r : vector<4xi16>
}
