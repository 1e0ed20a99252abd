// Two halves of one memref do not meet, and their loops may be exchanged.
func.func @f(%A: memref<8xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %v = memref.subview %A[0] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1]>>
  %w = memref.subview %A[4] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 4>>
  affine.for %i = 0 to 4 {
    affine.store %one, %v[%i] : memref<4xi32, strided<[1]>>
  }
  affine.for %i = 0 to 4 {
    affine.store %two, %w[%i] : memref<4xi32, strided<[1], offset: 4>>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %v = memref.subview %A[0] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1]>>
  %w = memref.subview %A[4] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 4>>
  affine.for %i = 0 to 4 {
    affine.store %two, %w[%i] : memref<4xi32, strided<[1], offset: 4>>
  }
  affine.for %i = 0 to 4 {
    affine.store %one, %v[%i] : memref<4xi32, strided<[1]>>
  }
  return
}
