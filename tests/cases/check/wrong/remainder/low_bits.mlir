// The signed remainder by 8 becomes the three low bits.
// input: x = -1: -1, and 7 after it.
func.func @f(%x_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xi32>, vector<4xi32>
  %eight = arith.constant dense<8> : vector<4xi32>
  %seven = arith.constant dense<7> : vector<4xi32>
  %r = arith.remsi %x, %eight : vector<4xi32>
  return %r : vector<4xi32>
}

// -----

func.func @f(%x_in: memref<4xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %x = vector.load %x_in[%at] : memref<4xi32>, vector<4xi32>
  %eight = arith.constant dense<8> : vector<4xi32>
  %seven = arith.constant dense<7> : vector<4xi32>
  %r = arith.andi %x, %seven : vector<4xi32>
  return %r : vector<4xi32>
}
