// A read with exchanged dimensions is a read and a transposition.
func.func @f(%A: memref<4x4xf32>) -> vector<4x4xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %t = vector.transfer_read %A[%c0, %c0], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x4xf32>, vector<4x4xf32>
  return %t : vector<4x4xf32>
}

// -----

func.func @f(%A: memref<4x4xf32>) -> vector<4x4xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %A[%c0, %c0], %z {in_bounds = [true, true]} : memref<4x4xf32>, vector<4x4xf32>
  %t = vector.transpose %x, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  return %t : vector<4x4xf32>
}
