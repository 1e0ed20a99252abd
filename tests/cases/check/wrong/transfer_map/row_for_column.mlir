// A column is read as a row.
// input: A[0, j] = j, A[i, 0] = -i: 0, -1, -2, -3, and 0, 1, 2, 3 after it.
func.func @f(%A: memref<4x4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c0, %c0], %z {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<4x4xi32>, vector<4xi32>
  return %x : vector<4xi32>
}

// -----

func.func @f(%A: memref<4x4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c0, %c0], %z {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d1)>} : memref<4x4xi32>, vector<4xi32>
  return %x : vector<4xi32>
}
