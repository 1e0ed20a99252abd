// The number that the reduction starts with is dropped.
// input: v = 1, a = 5: 9, and 4 after it.
func.func @f(%v_in: memref<4xi32>, %a: i32) -> i32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %r = vector.reduction <add>, %v, %a : vector<4xi32> into i32
  return %r : i32
}

// -----

func.func @f(%v_in: memref<4xi32>, %a: i32) -> i32 {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xi32>, vector<4xi32>
  %r = vector.reduction <add>, %v : vector<4xi32> into i32
  return %r : i32
}
