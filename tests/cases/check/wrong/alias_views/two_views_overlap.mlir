// Two views overlap by two cells, and the loop through one moves over the loop through the other.
// input: A = 0: A[2] is 2, and 1 after it.
func.func @f(%A: memref<6xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %v = memref.subview %A[0] [4] [1] : memref<6xi32> to memref<4xi32, strided<[1]>>
  %w = memref.subview %A[2] [4] [1] : memref<6xi32> to memref<4xi32, strided<[1], offset: 2>>
  affine.for %i = 0 to 4 {
    affine.store %one, %v[%i] : memref<4xi32, strided<[1]>>
  }
  affine.for %i = 0 to 4 {
    affine.store %two, %w[%i] : memref<4xi32, strided<[1], offset: 2>>
  }
  return
}

// -----

func.func @f(%A: memref<6xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %v = memref.subview %A[0] [4] [1] : memref<6xi32> to memref<4xi32, strided<[1]>>
  %w = memref.subview %A[2] [4] [1] : memref<6xi32> to memref<4xi32, strided<[1], offset: 2>>
  affine.for %i = 0 to 4 {
    affine.store %two, %w[%i] : memref<4xi32, strided<[1], offset: 2>>
  }
  affine.for %i = 0 to 4 {
    affine.store %one, %v[%i] : memref<4xi32, strided<[1]>>
  }
  return
}
