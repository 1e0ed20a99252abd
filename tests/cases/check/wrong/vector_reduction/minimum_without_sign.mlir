// A minimum of signed numbers becomes one of unsigned numbers.
// input: v = -1, 0, 0, 0: -1, and 0 after it.
func.func @f(%v_in: memref<4xi32>) -> i32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %r = vector.reduction <minsi>, %v : vector<4xi32> into i32
  return %r : i32
}

// -----

func.func @f(%v_in: memref<4xi32>) -> i32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %r = vector.reduction <minui>, %v : vector<4xi32> into i32
  return %r : i32
}
