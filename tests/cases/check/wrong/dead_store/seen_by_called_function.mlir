// The cell is read by a function without a body before it is overwritten.
// input: A[0] = 0: @look sees 1, and 0 after it.
func.func private @look(memref<4xi32>)

func.func @call(%A: memref<4xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  affine.store %one, %A[0] : memref<4xi32>
  func.call @look(%A) : (memref<4xi32>) -> ()
  affine.store %two, %A[0] : memref<4xi32>
  return
}

// -----

func.func private @look(memref<4xi32>)

func.func @call(%A: memref<4xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  func.call @look(%A) : (memref<4xi32>) -> ()
  affine.store %two, %A[0] : memref<4xi32>
  return
}
