// A view with stride 2 of a view with stride 2 is taken for one with stride 2.
// input: A = 0, 1, ..., 15: 4, and 2 after it.
func.func @f(%A: memref<16xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %v = memref.subview %A[0] [8] [2] : memref<16xi32> to memref<8xi32, strided<[2]>>
  %w = memref.subview %v[0] [4] [2] : memref<8xi32, strided<[2]>> to memref<4xi32, strided<[4]>>
  %x = memref.load %w[%c1] : memref<4xi32, strided<[4]>>
  return %x : i32
}

// -----

func.func @f(%A: memref<16xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %w = memref.subview %A[0] [4] [2] : memref<16xi32> to memref<4xi32, strided<[2]>>
  %x = memref.load %w[%c1] : memref<4xi32, strided<[2]>>
  return %x : i32
}
