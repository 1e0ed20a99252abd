// The function gets the memory with the same contents, though they were written as one copy.
func.func private @show(memref<4xi32>)

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xi32>
    affine.store %x, %B[%i] : memref<4xi32>
  }
  func.call @show(%B) : (memref<4xi32>) -> ()
  return
}

// -----

func.func private @show(memref<4xi32>)

func.func @f(%A: memref<4xi32>, %B: memref<4xi32>) {
  memref.copy %A, %B : memref<4xi32> to memref<4xi32>
  func.call @show(%B) : (memref<4xi32>) -> ()
  return
}
