// A function without a body is given another memref.
// input: @g stores to the first cell of what it is given.
func.func private @g(memref<4xf32>)

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
  func.call @g(%a) : (memref<4xf32>) -> ()
  return
}

// -----

func.func private @g(memref<4xf32>)

func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
  func.call @g(%b) : (memref<4xf32>) -> ()
  return
}
