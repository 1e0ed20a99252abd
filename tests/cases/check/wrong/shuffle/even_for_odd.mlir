// The odd lanes are taken instead of the even ones.
// input: a = 0, 1, ..., 7: 0, 2, 4, 6, and 1, 3, 5, 7 after it.
func.func @f(%a_in: memref<8xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<8xi32>, vector<8xi32>
  %e, %o = vector.deinterleave %a : vector<8xi32> -> vector<4xi32>
  return %e : vector<4xi32>
}

// -----

func.func @f(%a_in: memref<8xi32>) -> vector<4xi32> {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<8xi32>, vector<8xi32>
  %e, %o = vector.deinterleave %a : vector<8xi32> -> vector<4xi32>
  return %o : vector<4xi32>
}
