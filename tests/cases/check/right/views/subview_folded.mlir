// The offset of the view is added to the index.
func.func @f(%A: memref<16xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %v = memref.subview %A[4] [8] [1] : memref<16xi32> to memref<8xi32, strided<[1], offset: 4>>
  %x = memref.load %v[%c1] : memref<8xi32, strided<[1], offset: 4>>
  return %x : i32
}

// -----

func.func @f(%A: memref<16xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %x = memref.load %A[%c5] : memref<16xi32>
  return %x : i32
}
