// The second arm is forgotten.
// input: c = false: A[0] = 2, and the old number after it.
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
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  scf.if %c {
    affine.store %one, %A[0] : memref<1xi32>
  }
  return
}
