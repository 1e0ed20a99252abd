// The view that is returned begins one cell later.
// input: the caller stores to the first cell of the result: A[2] changes, and A[3] after it.
func.func @f(%A: memref<8xi32>) -> memref<4xi32, strided<[1], offset: ?>> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  %v = memref.subview %A[%c2] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  return %v : memref<4xi32, strided<[1], offset: ?>>
}

// -----

func.func @f(%A: memref<8xi32>) -> memref<4xi32, strided<[1], offset: ?>> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  %v = memref.subview %A[%c3] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  return %v : memref<4xi32, strided<[1], offset: ?>>
}
