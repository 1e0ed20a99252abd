// A division that rounds up becomes one that rounds towards 0.
// input: a = 1, b = 2: 1, and 0 after it.
func.func @f(%A: memref<8xi64>, %b: i64) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi64>
    %r = arith.ceildivsi %a, %b : i64
    affine.store %r, %A[%i] : memref<8xi64>
  }
  return
}

// -----

func.func @f(%A: memref<8xi64>, %b: i64) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi64>
    %r = arith.divsi %a, %b : i64
    affine.store %r, %A[%i] : memref<8xi64>
  }
  return
}
