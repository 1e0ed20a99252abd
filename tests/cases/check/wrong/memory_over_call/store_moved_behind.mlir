// A store to an argument moves behind a call that may read it.
// input: @g reads A, which the caller has given it before: it sees 1, and the old number after it.
func.func private @g()

func.func @f(%A: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  affine.store %one, %A[0] : memref<8xf32>
  func.call @g() : () -> ()
  return
}

// -----

func.func private @g()

func.func @f(%A: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  func.call @g() : () -> ()
  affine.store %one, %A[0] : memref<8xf32>
  return
}
