// The value of a store under a condition is taken in any case.
// input: c = false, A[0] = 7: 7, and 1 after it.
func.func @maybe(%A: memref<4xi32>, %c: i1) -> i32 {
  %one = arith.constant 1 : i32
  scf.if %c {
    affine.store %one, %A[0] : memref<4xi32>
  }
  %x = affine.load %A[0] : memref<4xi32>
  return %x : i32
}

// -----

func.func @maybe(%A: memref<4xi32>, %c: i1) -> i32 {
  %one = arith.constant 1 : i32
  scf.if %c {
    affine.store %one, %A[0] : memref<4xi32>
  }
  return %one : i32
}
