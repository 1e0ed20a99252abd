// The step becomes 2 without a second copy of the body.
// input: A = 0: A[1] stays 0.
func.func @fill(%A: memref<16xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 16 {
    affine.store %one, %A[%i] : memref<16xi32>
  }
  return
}

// -----

func.func @fill(%A: memref<16xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 16 step 2 {
    affine.store %one, %A[%i] : memref<16xi32>
  }
  return
}
