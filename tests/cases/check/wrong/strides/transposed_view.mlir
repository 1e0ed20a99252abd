// The transposed view is read as if it were not.
// input: A[0, 1] = 1, else 0: 0, and 1 after it.
func.func @f(%A: memref<3x3xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.reinterpret_cast %A to offset: [0], sizes: [3, 3], strides: [1, 3] : memref<3x3xi32> to memref<3x3xi32, strided<[1, 3]>>
  %x = memref.load %t[%c0, %c1] : memref<3x3xi32, strided<[1, 3]>>
  return %x : i32
}

// -----

func.func @f(%A: memref<3x3xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %A[%c0, %c1] : memref<3x3xi32>
  return %x : i32
}
