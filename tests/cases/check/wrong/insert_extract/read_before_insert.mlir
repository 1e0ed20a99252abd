// A lane is extracted from the vector before the insertion.
// input: v = 0, a = 5: 5, and 0 after it.
func.func @f(%v_in: memref<4xi32>, %a: i32) -> i32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %w = vector.insert %a, %v [2] : i32 into vector<4xi32>
  %x = vector.extract %w[2] : i32 from vector<4xi32>
  return %x : i32
}

// -----

func.func @f(%v_in: memref<4xi32>, %a: i32) -> i32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %w = vector.insert %a, %v [2] : i32 into vector<4xi32>
  %x = vector.extract %v[2] : i32 from vector<4xi32>
  return %x : i32
}
