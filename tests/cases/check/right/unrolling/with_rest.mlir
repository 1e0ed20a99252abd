// Four iterations at once, and the one that is left behind them.
func.func @f(%A: memref<9xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 9 {
    affine.store %one, %A[%i] : memref<9xi32>
  }
  return
}

// -----

func.func @f(%A: memref<9xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 8 step 4 {
    affine.store %one, %A[%i] : memref<9xi32>
    affine.store %one, %A[%i + 1] : memref<9xi32>
    affine.store %one, %A[%i + 2] : memref<9xi32>
    affine.store %one, %A[%i + 3] : memref<9xi32>
  }
  affine.store %one, %A[8] : memref<9xi32>
  return
}
