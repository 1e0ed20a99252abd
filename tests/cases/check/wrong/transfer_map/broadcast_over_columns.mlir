// A vector that is repeated in all rows is repeated in all columns.
// input: A = 0, 1: lane (1, 0) is 0, and 1 after it.
func.func @f(%A: memref<2x2xi32>) -> vector<2x2xi32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c0, %c0], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<2x2xi32>, vector<2x2xi32>
  return %x : vector<2x2xi32>
}

// -----

func.func @f(%A: memref<2x2xi32>) -> vector<2x2xi32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %x = vector.transfer_read %A[%c0, %c0], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : memref<2x2xi32>, vector<2x2xi32>
  return %x : vector<2x2xi32>
}
