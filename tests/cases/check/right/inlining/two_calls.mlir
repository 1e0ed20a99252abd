// Both calls are replaced, in their order.
// entry: f
func.func private @step(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3 : i32
  %x = memref.load %A[%c0] : memref<4xi32>
  %y = arith.muli %x, %three : i32
  memref.store %y, %A[%c0] : memref<4xi32>
  return
}

func.func @f(%A: memref<4xi32>) {
  func.call @step(%A) : (memref<4xi32>) -> ()
  func.call @step(%A) : (memref<4xi32>) -> ()
  return
}

// -----

func.func private @step(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3 : i32
  %x = memref.load %A[%c0] : memref<4xi32>
  %y = arith.muli %x, %three : i32
  memref.store %y, %A[%c0] : memref<4xi32>
  return
}

func.func @f(%A: memref<4xi32>) {
  %nine = arith.constant 9 : i32
  %x = affine.load %A[0] : memref<4xi32>
  %y = arith.muli %x, %nine : i32
  affine.store %y, %A[0] : memref<4xi32>
  return
}
