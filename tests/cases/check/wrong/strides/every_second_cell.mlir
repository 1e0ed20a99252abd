// The stride of the view is lost.
// input: A = 0, 1, ..., 7: B = 0, 2, 4, 6, and 0, 1, 2, 3 after it.
func.func @f(%A: memref<8xi32>, %B: memref<4xi32>) {
  %v = memref.subview %A[0] [4] [2] : memref<8xi32> to memref<4xi32, strided<[2]>>
  affine.for %i = 0 to 4 {
    %x = affine.load %v[%i] : memref<4xi32, strided<[2]>>
    affine.store %x, %B[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<4xi32>) {
  %v = memref.subview %A[0] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1]>>
  affine.for %i = 0 to 4 {
    %x = affine.load %v[%i] : memref<4xi32, strided<[1]>>
    affine.store %x, %B[%i] : memref<4xi32>
  }
  return
}
