// The loop has no iteration.
func.func @f(%A: memref<8xi32>) {
  %one = arith.constant 1 : i32
  affine.store %one, %A[0] : memref<8xi32>
  affine.for %i = 5 to 5 {
    affine.store %one, %A[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %one = arith.constant 1 : i32
  affine.store %one, %A[0] : memref<8xi32>
  return
}
