// -7 / 2 is folded to the number below.
// input: none: -3, and -4 after it.
func.func @f(%B: memref<1xi32>) {
  %a = arith.constant -7 : i32
  %b = arith.constant 2 : i32
  %r = arith.divsi %a, %b : i32
  affine.store %r, %B[0] : memref<1xi32>
  return
}

// -----

func.func @f(%B: memref<1xi32>) {
  %r = arith.constant -4 : i32
  affine.store %r, %B[0] : memref<1xi32>
  return
}
