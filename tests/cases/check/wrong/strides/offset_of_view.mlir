// The view begins one row later.
// input: A[1, 0] = 5: it becomes 0, and A[2, 0] after it.
func.func @f(%A: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  %v = memref.subview %A[1, 0] [2, 4] [1, 1] : memref<4x4xi32> to memref<2x4xi32, strided<[4, 1], offset: 4>>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      affine.store %zero, %v[%i, %j] : memref<2x4xi32, strided<[4, 1], offset: 4>>
    }
  }
  return
}

// -----

func.func @f(%A: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  %v = memref.subview %A[2, 0] [2, 4] [1, 1] : memref<4x4xi32> to memref<2x4xi32, strided<[4, 1], offset: 8>>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      affine.store %zero, %v[%i, %j] : memref<2x4xi32, strided<[4, 1], offset: 8>>
    }
  }
  return
}
