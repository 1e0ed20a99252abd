// The offset of a view within a view is lost when both become one cast.
// input: A = 0, 1, ..., 15: 6, and 2 after it.
// source: LLVM issue #193213 describes such a loss between expand-strided-metadata and the folder of reinterpret_cast
func.func @f(%A: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %v = memref.subview %A[4] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 4>>
  %w = memref.subview %v[2] [4] [1] : memref<8xi32, strided<[1], offset: 4>> to memref<4xi32, strided<[1], offset: 6>>
  %x = memref.load %w[%c0] : memref<4xi32, strided<[1], offset: 6>>
  return %x : i32
}

// -----

func.func @f(%A: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %w = memref.reinterpret_cast %A to offset: [2], sizes: [4], strides: [1] : memref<16xi32> to memref<4xi32, strided<[1], offset: 2>>
  %x = memref.load %w[%c0] : memref<4xi32, strided<[1], offset: 2>>
  return %x : i32
}
