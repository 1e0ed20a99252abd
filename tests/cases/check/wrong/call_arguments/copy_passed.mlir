// A copy of the memory is passed instead of the memory.
// input: @fill stores 1: A changes, and does not after it.
func.func private @fill(memref<4xi32>)

func.func @f(%A: memref<4xi32>) {
  func.call @fill(%A) : (memref<4xi32>) -> ()
  return
}

// -----

func.func private @fill(memref<4xi32>)

func.func @f(%A: memref<4xi32>) {
  %m = memref.alloca() : memref<4xi32>
  memref.copy %A, %m : memref<4xi32> to memref<4xi32>
  func.call @fill(%m) : (memref<4xi32>) -> ()
  return
}
