// The two arms of a choice are exchanged.
// input: c = true: A[0] = 1, and 2 after it.
func.func @f(%c: i1, %A: memref<1xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  scf.if %c {
    affine.store %one, %A[0] : memref<1xi32>
  } else {
    affine.store %two, %A[0] : memref<1xi32>
  }
  return
}

// -----

func.func @f(%c: i1, %A: memref<1xi32>) {
  %one = arith.constant 2 : i32
  %two = arith.constant 1 : i32
  scf.if %c {
    affine.store %one, %A[0] : memref<1xi32>
  } else {
    affine.store %two, %A[0] : memref<1xi32>
  }
  return
}
