// The loop counts from 0 in steps of 1.
func.func @f(%A: memref<16xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 3 to 15 step 3 {
    affine.store %one, %A[%i] : memref<16xi32>
  }
  return
}

// -----

func.func @f(%A: memref<16xi32>) {
  %one = arith.constant 1 : i32
  affine.for %k = 0 to 4 {
    affine.store %one, %A[%k * 3 + 3] : memref<16xi32>
  }
  return
}
