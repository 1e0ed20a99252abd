// The copy is delayed until its source has changed.
// input: A = 1: B[0] is 1, and 0 after it.
func.func @late(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  memref.copy %A, %B : memref<8xi32> to memref<8xi32>
  affine.store %zero, %A[0] : memref<8xi32>
  return
}

// -----

func.func @late(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[0] : memref<8xi32>
  memref.copy %A, %B : memref<8xi32> to memref<8xi32>
  return
}
