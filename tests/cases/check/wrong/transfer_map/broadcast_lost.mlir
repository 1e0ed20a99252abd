// All lanes were the first cell, and now they are the row.
// input: A = 0, 1, 2, 3: 0, 0, 0, 0, and 0, 1, 2, 3 after it.
func.func @f(%A: memref<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c0], %z {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)> } : memref<4xi32>, vector<4xi32>
  return %x : vector<4xi32>
}

// -----

func.func @f(%A: memref<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c0], %z {in_bounds = [true] } : memref<4xi32>, vector<4xi32>
  return %x : vector<4xi32>
}
