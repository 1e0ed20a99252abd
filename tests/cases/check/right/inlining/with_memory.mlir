// The body writes the argument of the call.
// entry: f
func.func private @clear(%A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  return
}

func.func @f(%A: memref<8xi32>) {
  func.call @clear(%A) : (memref<8xi32>) -> ()
  return
}

// -----

func.func private @clear(%A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  return
}

func.func @f(%A: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  return
}
