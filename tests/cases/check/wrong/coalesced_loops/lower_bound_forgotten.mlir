// The outer loop began at 1.
// input: A[0, 0] = 5: it becomes 0, and A[3, 0] stays.
func.func @clear(%A: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 1 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %zero, %A[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

func.func @clear(%A: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %k = 0 to 12 {
    affine.store %zero, %A[%k floordiv 4, %k mod 4] : memref<4x4xi32>
  }
  return
}
