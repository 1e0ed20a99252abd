// Two stores through a view and its memref are exchanged, though they meet in one cell.
// input: a = 1, b = 2: A[3] is 2, and 1 after it.
func.func @f(%A: memref<8xi32>, %a: i32, %b: i32) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %v = memref.subview %A[2] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 2>>
  memref.store %a, %A[%c3] : memref<8xi32>
  memref.store %b, %v[%c1] : memref<4xi32, strided<[1], offset: 2>>
  return
}

// -----

func.func @f(%A: memref<8xi32>, %a: i32, %b: i32) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %v = memref.subview %A[2] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 2>>
  memref.store %b, %v[%c1] : memref<4xi32, strided<[1], offset: 2>>
  memref.store %a, %A[%c3] : memref<8xi32>
  return
}
