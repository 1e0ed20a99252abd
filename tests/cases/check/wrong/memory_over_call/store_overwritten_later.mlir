// A store to an argument that is overwritten later is removed, though a call stands between.
// input: @g reads A[0]: it sees 1, and the old number after it.
func.func private @g()

func.func @f(%A: memref<8xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  affine.store %one, %A[0] : memref<8xi32>
  func.call @g() : () -> ()
  affine.store %two, %A[0] : memref<8xi32>
  return
}

// -----

func.func private @g()

func.func @f(%A: memref<8xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  func.call @g() : () -> ()
  affine.store %two, %A[0] : memref<8xi32>
  return
}
