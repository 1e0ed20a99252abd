// A load of an argument moves before a call that may write it.
// input: @g stores 5 to A[0]: 5, and the old number after it.
func.func private @g()

func.func @f(%A: memref<8xi32>) -> i32 {
  func.call @g() : () -> ()
  %x = affine.load %A[0] : memref<8xi32>
  return %x : i32
}

// -----

func.func private @g()

func.func @f(%A: memref<8xi32>) -> i32 {
  %x = affine.load %A[0] : memref<8xi32>
  func.call @g() : () -> ()
  return %x : i32
}
