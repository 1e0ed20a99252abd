// The call gets the other argument, which holds the same numbers.
// input: @fill stores 1: B changes, and A after it.
func.func private @fill(memref<4xi32>)

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  memref.copy %A, %B : memref<4xi32> to memref<4xi32>
  func.call @fill(%B) : (memref<4xi32>) -> ()
  return
}

// -----

func.func private @fill(memref<4xi32>)

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  memref.copy %A, %B : memref<4xi32> to memref<4xi32>
  func.call @fill(%A) : (memref<4xi32>) -> ()
  return
}
