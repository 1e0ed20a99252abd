// The promise is made under a condition, and moves out of it.
// input: c = false, and A begins at an address that is divisible by 4 only.
func.func @f(%A: memref<8xf32>, %c: i1) {
  %zero = arith.constant 0.0 : f32
  scf.if %c {
    memref.assume_alignment %A, 32 : memref<8xf32>
    affine.store %zero, %A[0] : memref<8xf32>
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %c: i1) {
  %zero = arith.constant 0.0 : f32
  memref.assume_alignment %A, 32 : memref<8xf32>
  scf.if %c {
    affine.store %zero, %A[0] : memref<8xf32>
  }
  return
}
