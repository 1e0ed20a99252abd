// The next lane is extracted.
// input: v = 0, 1, 2, 3: 1, and 2 after it.
func.func @f(%v_in: memref<4xi32>) -> i32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %x = vector.extract %v[1] : i32 from vector<4xi32>
  return %x : i32
}

// -----

func.func @f(%v_in: memref<4xi32>) -> i32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %x = vector.extract %v[2] : i32 from vector<4xi32>
  return %x : i32
}
