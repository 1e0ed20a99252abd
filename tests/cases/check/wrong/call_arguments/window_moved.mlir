// The call gets a view that begins one cell later.
// input: @fill stores 1: A[2] changes, and A[3] after it.
func.func private @fill(memref<4xi32, strided<[1], offset: ?>>)

func.func @f(%A: memref<8xi32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %v = memref.subview %A[%c2] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  func.call @fill(%v) : (memref<4xi32, strided<[1], offset: ?>>) -> ()
  return
}

// -----

func.func private @fill(memref<4xi32, strided<[1], offset: ?>>)

func.func @f(%A: memref<8xi32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %v = memref.subview %A[%c3] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  func.call @fill(%v) : (memref<4xi32, strided<[1], offset: ?>>) -> ()
  return
}
