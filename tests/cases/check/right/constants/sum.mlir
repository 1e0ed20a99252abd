// The sum of two constants.
func.func @f(%A: memref<1xi32>) {
  %a = arith.constant 40 : i32
  %b = arith.constant 2 : i32
  %r = arith.addi %a, %b : i32
  affine.store %r, %A[0] : memref<1xi32>
  return
}

// -----

func.func @f(%A: memref<1xi32>) {
  %r = arith.constant 42 : i32
  affine.store %r, %A[0] : memref<1xi32>
  return
}
