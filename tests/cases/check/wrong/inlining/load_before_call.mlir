// The argument is loaded again in the inlined body, after the memory has changed.
// input: A[0] = 1: the function adds the 1 that it was given: 0 + 1, and 0 + 0 after it.
// entry: f
func.func private @reset_and_add(%A: memref<4xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  memref.store %zero, %A[%c0] : memref<4xi32>
  %y = memref.load %A[%c0] : memref<4xi32>
  %z = arith.addi %x, %y : i32
  memref.store %z, %A[%c0] : memref<4xi32>
  return
}

func.func @f(%A: memref<4xi32>) {
  %x = affine.load %A[0] : memref<4xi32>
  func.call @reset_and_add(%A, %x) : (memref<4xi32>, i32) -> ()
  return
}

// -----

func.func private @reset_and_add(%A: memref<4xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  memref.store %zero, %A[%c0] : memref<4xi32>
  %y = memref.load %A[%c0] : memref<4xi32>
  %z = arith.addi %x, %y : i32
  memref.store %z, %A[%c0] : memref<4xi32>
  return
}

func.func @f(%A: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[0] : memref<4xi32>
  %x = affine.load %A[0] : memref<4xi32>
  %z = arith.addi %x, %x : i32
  affine.store %z, %A[0] : memref<4xi32>
  return
}
