// A number is cut to a byte and extended again.
// input: a = 300: 300, and 44 after it.
func.func @f(%A: memref<8xi32>) {
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi32>
    %b = arith.trunci %a : i32 to i8
    %c = arith.extsi %b : i8 to i32
    affine.store %c, %A[%i] : memref<8xi32>
  }
  return
}
