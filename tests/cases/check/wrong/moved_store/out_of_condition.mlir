// A store under a condition becomes unconditional.
// input: c = false, A[0] = 7: A[0] becomes 1.
func.func @always(%A: memref<4xi32>, %c: i1) {
  %one = arith.constant 1 : i32
  scf.if %c {
    affine.store %one, %A[0] : memref<4xi32>
  }
  return
}

// -----

func.func @always(%A: memref<4xi32>, %c: i1) {
  %one = arith.constant 1 : i32
  scf.if %c {
  }
  affine.store %one, %A[0] : memref<4xi32>
  return
}
