// A function is inlined for different memory, and its arguments are the same memref.
// input: A[0] = 1: the store of 0 is read: 0, and 1 after it.
// entry: f
func.func private @clear_and_read(%X: memref<4xi32>, %Y: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  memref.store %zero, %X[%c0] : memref<4xi32>
  %y = memref.load %Y[%c0] : memref<4xi32>
  return %y : i32
}

func.func @f(%A: memref<4xi32>) -> i32 {
  %r = func.call @clear_and_read(%A, %A) : (memref<4xi32>, memref<4xi32>) -> i32
  return %r : i32
}

// -----

func.func private @clear_and_read(%X: memref<4xi32>, %Y: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  memref.store %zero, %X[%c0] : memref<4xi32>
  %y = memref.load %Y[%c0] : memref<4xi32>
  return %y : i32
}

func.func @f(%A: memref<4xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %r = affine.load %A[0] : memref<4xi32>
  affine.store %zero, %A[0] : memref<4xi32>
  return %r : i32
}
