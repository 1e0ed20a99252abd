// The store between stands in the body of a loop.
// input: A = 0, 1, 2, 3: 3, and 0 after it.
func.func @nested(%A: memref<4xi32>) -> i32 {
  affine.for %i = 0 to 3 {
    %x = affine.load %A[%i + 1] : memref<4xi32>
    affine.store %x, %A[0] : memref<4xi32>
  }
  %y = affine.load %A[0] : memref<4xi32>
  return %y : i32
}

// -----

func.func @nested(%A: memref<4xi32>) -> i32 {
  %y = affine.load %A[0] : memref<4xi32>
  affine.for %i = 0 to 3 {
    %x = affine.load %A[%i + 1] : memref<4xi32>
    affine.store %x, %A[0] : memref<4xi32>
  }
  return %y : i32
}
