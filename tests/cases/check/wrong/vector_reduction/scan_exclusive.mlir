// Running sums leave out the lane itself.
// input: v = 1, z = 0: the rows are 1 and 2, and 0 and 1 after it.
func.func @f(%v_in: memref<2x4xi32>, %z_in: memref<4xi32>) -> vector<2x4xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<2x4xi32>, vector<2x4xi32>
  %z = vector.load %z_in[%at] : memref<4xi32>, vector<4xi32>
  %r, %a = vector.scan <add>, %v, %z {inclusive = true, reduction_dim = 0} : vector<2x4xi32>, vector<4xi32>
  return %r : vector<2x4xi32>
}

// -----

func.func @f(%v_in: memref<2x4xi32>, %z_in: memref<4xi32>) -> vector<2x4xi32> {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<2x4xi32>, vector<2x4xi32>
  %z = vector.load %z_in[%at] : memref<4xi32>, vector<4xi32>
  %r, %a = vector.scan <add>, %v, %z {inclusive = false, reduction_dim = 0} : vector<2x4xi32>, vector<4xi32>
  return %r : vector<2x4xi32>
}
