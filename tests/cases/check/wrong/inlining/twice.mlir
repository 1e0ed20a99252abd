// A function is inlined where it was called once, and its body appears twice.
// input: A[0] = 1: 2, and 3 after it.
// entry: f
func.func private @add(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %x = memref.load %A[%c0] : memref<4xi32>
  %y = arith.addi %x, %one : i32
  memref.store %y, %A[%c0] : memref<4xi32>
  return
}

func.func @f(%A: memref<4xi32>) {
  func.call @add(%A) : (memref<4xi32>) -> ()
  return
}

// -----

func.func private @add(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %x = memref.load %A[%c0] : memref<4xi32>
  %y = arith.addi %x, %one : i32
  memref.store %y, %A[%c0] : memref<4xi32>
  return
}

func.func @f(%A: memref<4xi32>) {
  func.call @add(%A) : (memref<4xi32>) -> ()
  func.call @add(%A) : (memref<4xi32>) -> ()
  return
}
