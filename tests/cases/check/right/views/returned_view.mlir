// The same view of the same argument is returned.
func.func @f(%A: memref<8xi32>) -> memref<4xi32, strided<[1], offset: ?>> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %o = arith.addi %c1, %c2 : index
  %v = memref.subview %A[%o] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  return %v : memref<4xi32, strided<[1], offset: ?>>
}

// -----

func.func @f(%A: memref<8xi32>) -> memref<4xi32, strided<[1], offset: ?>> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %v = memref.subview %A[%c3] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  return %v : memref<4xi32, strided<[1], offset: ?>>
}
