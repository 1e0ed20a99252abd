// A lane of a shuffle is taken from the lane with the same number.
// input: a = 0, 1, 2, 3, b = 4, 5, 6, 7: lane 1 is 5, and 1 after it.
func.func @f(%a_in: memref<4xi32>, %b_in: memref<4xi32>) -> i32 {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi32>, vector<4xi32>
  %b = vector.load %b_in[%at] : memref<4xi32>, vector<4xi32>
  %s = vector.shuffle %a, %b [0, 5, 2, 7] : vector<4xi32>, vector<4xi32>
  %r = vector.extract %s[1] : i32 from vector<4xi32>
  return %r : i32
}

// -----

func.func @f(%a_in: memref<4xi32>, %b_in: memref<4xi32>) -> i32 {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at] : memref<4xi32>, vector<4xi32>
  %b = vector.load %b_in[%at] : memref<4xi32>, vector<4xi32>
  %r = vector.extract %a[1] : i32 from vector<4xi32>
  return %r : i32
}
